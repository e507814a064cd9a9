// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

/// A document in the shape that Drupal writes, with texts of our own.
private let drupal = #"""
    {"jsonapi": {"version": "1.0", "meta": {"links": {"self": {"href": "http://jsonapi.org/format/1.0/"}}}},
     "data": [{
       "type": "node--scity_route", "id": "7d2c0001-9a1e-4c55-8b6e-3f0a5d1c0001",
       "links": {"self": {"href": "https://town.example/es/jsonapi/node/scity_route/7d2c0001?resourceVersion=id%3A800"}},
       "attributes": {
         "drupal_internal__nid": 41, "drupal_internal__vid": 800, "langcode": "es", "status": true,
         "title": "Paseo de los plátanos", "created": "2019-05-03T09:12:44+00:00",
         "path": {"alias": "/paseo", "pid": 12, "langcode": "es"},
         "body": {"value": "<p>Sombra todo el año.</p>\r\n", "format": "basic_html",
                  "processed": "<p>Sombra todo el año.</p>", "summary": ""},
         "field_place": {"type": "point", "id": "no-identifier", "lat": 37.4}},
       "relationships": {
         "node_type": {"data": {"type": "node_type--node_type", "id": "aa11",
                       "meta": {"drupal_internal__target_id": "scity_route"}},
                       "links": {"related": {"href": "https://town.example/r"}, "self": {"href": "https://town.example/s"}}},
         "uid": {"data": null},
         "field_images": {"data": []},
         "field_route_category": {"data": {"type": "taxonomy_term--route_category", "id": "c1",
                       "meta": {"drupal_internal__target_id": 3}}}}}],
     "included": [{
       "type": "taxonomy_term--route_category", "id": "c1",
       "attributes": {"name": "Naturaleza", "weight": 0},
       "relationships": {
         "parent": {"data": [{"type": "taxonomy_term--route_category", "id": "virtual",
                    "meta": {"links": {"help": {"href": "https://www.drupal.org/docs", "meta": {"about": "virtual"}}}}}]}}}],
     "links": {"next": {"href": "https://town.example/es/jsonapi/node/scity_route?page%5Boffset%5D=1"},
               "self": {"href": "https://town.example/es/jsonapi/node/scity_route?sort=title"}}}
    """#

private struct Route: Decodable {
    struct Place: Decodable {
        let type: String
        let id: String
        let lat: Double
    }

    struct Term: Decodable {
        let id: String
        let name: String
        let parent: [Parent]
    }

    struct Parent: Decodable {
        let id: String
        let meta: Value
    }

    let title: String
    let place: Place
    let category: Term
    let images: [Term]
    let owner: Term?
    let links: JSONAPI.Links

    enum CodingKeys: String, CodingKey {
        case title, links
        case place = "field_place"
        case category = "field_route_category"
        case images = "field_images"
        case owner = "uid"
    }
}

private struct ShortRoute: Decodable {
    let title: String
    let text: String
    let category: String

    enum CodingKeys: String, PathCodingKey {
        case title
        case text = "body.processed"
        case category = "field_route_category.name"
    }
}

@Suite struct `JSON API documents from Drupal` {
    @Test func `attributes, relationships and links are decoded into one model`() throws {
        let routes = try JSONAPI().decode([Route].self, from: drupal)
        let route = try #require(routes.first)
        #expect(route.title == "Paseo de los plátanos")
        #expect(route.category.name == "Naturaleza")
        #expect(route.images.isEmpty)
        #expect(route.owner == nil)
        #expect(route.links["self"]?.href.hasSuffix("id%3A800") == true)
    }

    @Test func `an attribute with type and id is not taken for a relationship`() throws {
        let route = try #require(try JSONAPI().decode([Route].self, from: drupal).first)
        #expect(route.place.type == "point")
        #expect(route.place.lat == 37.4)
    }

    @Test func `a resource that is not included keeps its identifier and meta`() throws {
        let route = try #require(try JSONAPI().decode([Route].self, from: drupal).first)
        let parent = try #require(route.category.parent.first)
        #expect(parent.id == "virtual")
        #expect(parent.meta[path: "links.help.meta.about"] == "virtual")
    }

    @Test func `coding keys can be paths through relationships`() throws {
        let routes = try JSONAPI().decode([ShortRoute].self, from: drupal)
        #expect(routes.first?.text == "<p>Sombra todo el año.</p>")
        #expect(routes.first?.category == "Naturaleza")
    }

    @Test func `link objects and the version are read`() throws {
        let whole = try JSONAPI().topLevel([Route].self, from: Array(drupal.utf8))
        #expect(whole.version == "1.0")
        #expect(whole.links.next?.href.hasSuffix("offset%5D=1") == true)
    }
}
