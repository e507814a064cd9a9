// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

/// A hike, with every kind of member that a resource can have.
struct Hike: Resource, Equatable {
    static let resourceType = "hikes"

    var id: String
    var title: String
    var metres: Int?
    var category: ToOne<HikeCategory>
    var stops: ToMany<HikeStop>

    static func == (one: Hike, other: Hike) -> Bool {
        one.id == other.id && one.title == other.title && one.metres == other.metres
            && one.category.identifier == other.category.identifier
            && one.stops.identifiers == other.stops.identifiers
    }
}

struct HikeCategory: Resource, Equatable {
    static let resourceType = "categories"
    var id: Int
    var name: String
}

struct HikeStop: Resource {
    static let resourceType = "stops"
    var id: String
    var name: String
    var hike: ToOne<Hike>?
}

/// The same hike in a plain model, without the types of JSON:API.
struct PlainHike: Decodable, Equatable {
    struct Category: Decodable, Equatable {
        var id: String
        var type: String
        var name: String?
    }

    var id: String
    var title: String
    var category: Category?
    var stops: [Category]?
}

enum Samples {
    static let hikes = """
        {"jsonapi": {"version": "1.1"},
         "links": {"self": "/hikes", "next": {"href": "/hikes?page[offset]=1", "meta": {"n": 2}}, "prev": null},
         "data": [
          {"type": "hikes", "id": "1", "attributes": {"title": "Cares", "metres": 900, "type": "x", "id": 9},
           "relationships": {
             "category": {"data": {"type": "categories", "id": "3", "meta": {"target": 5}},
                          "links": {"self": "/hikes/1/relationships/category"}, "meta": {"n": 1}},
             "stops": {"data": [{"type": "stops", "id": "a"}, {"type": "stops", "id": "b"}]}}},
          {"type": "hikes", "id": "2", "attributes": {"title": "Ordesa"},
           "relationships": {"category": {"data": null}, "stops": {"data": []}}},
          {"type": "hikes", "id": "4", "attributes": {"title": "Teide"},
           "relationships": {"category": {"links": {"related": "/hikes/4/category"}}}}],
         "included": [
          {"type": "categories", "id": "3", "attributes": {"name": "Naturaleza"}},
          {"type": "stops", "id": "a", "attributes": {"name": "Caín"},
           "relationships": {"hike": {"data": {"type": "hikes", "id": "1"}}}}],
         "meta": {"count": 3}}
        """

    /// Returns the error of reading a text, and fails if there is none.
    static func failure<Model: Decodable>(
        _ type: Model.Type = [PlainHike].self,
        of text: String,
        _ format: JSONAPI = JSONAPI()
    ) throws -> CodingError {
        do throws(CodingError) {
            _ = try format.decode(type, from: text)
        } catch {
            return error
        }
        throw Unexpected()
    }

    struct Unexpected: Error {}
}
