// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import Testing

/// A request that is refused, with the expected status and source of the error.
struct RefusedCall: Sendable, CustomTestStringConvertible {
    let name: String
    let method: RecadoHTTP.Method
    let target: String
    var content: String?
    var fields: Fields = [:]
    let status: Status
    /// The pointer, parameter or header that the error names.
    var source: String?

    var testDescription: String { name }

    static func get(
        _ name: String,
        _ target: String,
        _ status: Status,
        _ source: String? = nil
    ) -> RefusedCall {
        RefusedCall(name: name, method: .get, target: target, status: status, source: source)
    }

    static func accept(_ value: String, _ status: Status) -> RefusedCall {
        RefusedCall(
            name: "Accept \(value)",
            method: .get,
            target: "/api/trails",
            fields: [.accept: value],
            status: status,
            source: "Accept"
        )
    }

    static func type(_ value: String) -> RefusedCall {
        RefusedCall(
            name: "Content-Type \(value)",
            method: .post,
            target: "/api/trails",
            content: "{}",
            fields: [.contentType: value],
            status: .unsupportedMediaType,
            source: "Content-Type"
        )
    }

    static func post(
        _ name: String,
        _ content: String,
        _ status: Status,
        _ source: String?
    ) -> RefusedCall {
        RefusedCall(
            name: name,
            method: .post,
            target: "/api/trails",
            content: content,
            status: status,
            source: source
        )
    }

    static func patch(
        _ name: String,
        _ target: String,
        _ content: String,
        _ status: Status,
        _ source: String?
    ) -> RefusedCall {
        RefusedCall(
            name: name,
            method: .patch,
            target: target,
            content: content,
            status: status,
            source: source
        )
    }

    static let reading: [RefusedCall] = [
        get("unknown resource", "/api/trails/99", .notFound),
        get("unknown relationship", "/api/trails/1/nothing", .notFound),
        get("relationship of nobody", "/api/trails/99/relationships/stops", .notFound),
        get("unknown include", "/api/trails?include=stops.owner", .badRequest, "include"),
        get("empty include path", "/api/trails?include=stops,,category", .badRequest, "include"),
        get("deep include", "/api/trails?include=stops.trail.stops.trail", .badRequest, "include"),
        get(
            "include of a thousand steps",
            "/api/trails?include=" + Array(repeating: "stops", count: 1_000).joined(separator: "."),
            .badRequest,
            "include"
        ),
        get(
            "include where none is",
            "/api/trails/1/relationships/stops?include=trail",
            .badRequest,
            "include"
        ),
        get("unknown sort", "/api/trails?sort=-title,owner", .badRequest, "sort"),
        get("unknown filter", "/api/trails?filter[owner]=1", .badRequest, "filter[owner]"),
        get("filter without brackets", "/api/trails?filter=1", .badRequest, "filter"),
        get("fields of no type", "/api/trails?fields[x]=a", .badRequest, "fields[x]"),
        get("page of letters", "/api/trails?page[offset]=ten", .badRequest, "page[offset]"),
        get("page below zero", "/api/trails?page[offset]=-1", .badRequest, "page[offset]"),
        get("page of nothing", "/api/trails?page[limit]=0", .badRequest, "page[limit]"),
        get(
            "page beyond numbers",
            "/api/trails?page[limit]=99999999999999999999",
            .badRequest,
            "page[limit]"
        ),
        get("unknown way of paging", "/api/trails?page[cursor]=a", .badRequest, "page[cursor]"),
        get("brackets left open", "/api/trails?page[limit=1", .badRequest, "page[limit"),
        get("unknown parameter", "/api/trails?order=title", .badRequest, "order"),
        get("a parameter twice", "/api/trails?sort=title&sort=metres", .badRequest, "sort"),
        get(
            "a letter with many marks",
            "/api/trails?own=a" + String(repeating: "%CC%81", count: 31),
            .badRequest
        ),
        get("sort of one", "/api/trails/1?sort=title", .badRequest, "sort"),
        accept("text/html", .notAcceptable),
        accept("application/vnd.api+json; charset=utf-8", .notAcceptable),
        accept("application/vnd.api+json; ext=\"https://e.example\"", .notAcceptable),
        accept("application/vnd.api+json; x=1, application/vnd.api+json; y=2", .notAcceptable),
    ]

    static let writing: [RefusedCall] = [
        type("application/json"), type("application/vnd.api+json; charset=utf-8"),
        type("application/vnd.api+json; ext=\"https://e.example\""), type("rubbish"),
        post("no JSON", "{", .badRequest, ""),
        post("no data", #"{"meta": {}}"#, .badRequest, ""),
        post("a type without a name", #"{"data": {"type": ""}}"#, .badRequest, "/data/type"),
        post("a type with a plus", #"{"data": {"type": "trails+1"}}"#, .badRequest, "/data/type"),
        post("meta of text", #"{"meta": "m", "data": {"type": "trails"}}"#, .badRequest, "/meta"),
        post(
            "jsonapi of text",
            #"{"jsonapi": "1", "data": {"type": "trails"}}"#,
            .badRequest,
            "/jsonapi"
        ),
        post(
            "a name with a dot at the top",
            #"{"a.b": 1, "data": {"type": "trails"}}"#,
            .badRequest,
            "/a.b"
        ),
        post(
            "an attribute named id",
            #"{"data": {"type": "trails", "attributes": {"id": "1"}}}"#,
            .badRequest,
            "/data/attributes/id"
        ),
        post(
            "a missing attribute",
            #"{"data": {"type": "trails", "attributes": {"metres": 1}}}"#,
            .unprocessableContent,
            "/data/attributes"
        ),
        post("no attributes", #"{"data": {"type": "trails"}}"#, .unprocessableContent, "/data"),
        post("a list", #"{"data": []}"#, .badRequest, "/data"),
        post("no type", #"{"data": {}}"#, .badRequest, "/data"),
        post("another type", #"{"data": {"type": "stops"}}"#, .conflict, "/data/type"),
        post("an id", #"{"data": {"type": "trails", "id": "7"}}"#, .forbidden, "/data/id"),
        post(
            "a wrong attribute",
            #"{"data": {"type": "trails", "attributes": {"metres": "x"}}}"#,
            .unprocessableContent,
            "/data/attributes/metres"
        ),
        post(
            "an invalid attribute",
            #"{"data": {"type": "trails", "attributes": {"title": ""}}}"#,
            .unprocessableContent,
            "/data/attributes/title"
        ),
        post(
            "a name that is not allowed",
            #"{"data": {"type": "trails", "attributes": {"a+b": 1}}}"#,
            .badRequest,
            "/data/attributes/a+b"
        ),
        post(
            "an unknown relationship",
            #"{"data": {"type": "trails", "relationships": {"x": {"data": null}}}}"#,
            .unprocessableContent,
            "/data/relationships/x"
        ),
        post(
            "linkage of another type",
            #"{"data": {"type": "trails", "relationships": {"category": {"data": {"type": "stops", "id": "1"}}}}}"#,
            .conflict,
            "/data/relationships/category/data/type"
        ),
        post(
            "one where many are",
            #"{"data": {"type": "trails", "relationships": {"stops": {"data": {"type": "stops", "id": "1"}}}}}"#,
            .badRequest,
            "/data/relationships/stops/data"
        ),
        post(
            "linkage to nothing in the document",
            #"{"data": {"type": "trails", "relationships": {"category": {"data": {"type": "categories", "lid": "n"}}}}}"#,
            .badRequest,
            "/data/relationships/category/data/lid"
        ),
        post(
            "what is there already",
            #"{"data": {"type": "trails", "attributes": {"title": "Ruta 1"}}}"#,
            .conflict,
            "/data"
        ),
        patch(
            "an id that the model refuses",
            "/api/trails/abc",
            #"{"data": {"type": "trails", "id": "abc"}}"#,
            .unprocessableContent,
            "/data/id"
        ),
        patch("no id", "/api/trails/1", #"{"data": {"type": "trails"}}"#, .badRequest, "/data"),
        patch(
            "another id",
            "/api/trails/1",
            #"{"data": {"type": "trails", "id": "2"}}"#,
            .conflict,
            "/data/id"
        ),
        patch(
            "nobody",
            "/api/trails/99",
            #"{"data": {"type": "trails", "id": "99"}}"#,
            .notFound,
            nil
        ),
        patch(
            "a relationship by another type",
            "/api/trails/1/relationships/category",
            #"{"data": {"type": "stops", "id": "1"}}"#,
            .conflict,
            "/data/type"
        ),
        patch(
            "a relationship to many by one",
            "/api/trails/1/relationships/stops",
            #"{"data": null}"#,
            .badRequest,
            "/data"
        ),
        patch("a list", "/api/trails", #"{"data": []}"#, .methodNotAllowed, nil),
        RefusedCall(
            name: "too much",
            method: .post,
            target: "/api/trails",
            content: String(repeating: " ", count: 70_000),
            status: .contentTooLarge
        ),
        RefusedCall(
            name: "adding to one",
            method: .post,
            target: "/api/trails/1/relationships/category",
            content: #"{"data": null}"#,
            status: .methodNotAllowed
        ),
        RefusedCall(
            name: "deleting all",
            method: .delete,
            target: "/api/trails",
            status: .methodNotAllowed
        ),
        RefusedCall(
            name: "what is not supported",
            method: .post,
            target: "/api/categories",
            content: #"{"data": {"type": "categories"}}"#,
            status: .forbidden
        ),
    ]
}

@Suite(.timeLimit(.minutes(3))) struct `Refused requests for JSON API resources` {
    /// Returns whether a pointer leads to a value in some content; without JSON only the empty one
    /// does.
    private static func leads(_ pointer: String, into content: String) -> Bool {
        guard var value = try? JSON().value(from: content) else { return pointer.isEmpty }
        for name in pointer.split(separator: "/") {
            guard let next = Int(name).flatMap({ value[$0] }) ?? value[String(name)] else {
                return false
            }
            value = next
        }
        return true
    }

    @Test(arguments: RefusedCall.reading + RefusedCall.writing)
    func `an error has a status, a title and the location of the fault`(
        _ call: RefusedCall
    ) async throws {
        let server = try await TrailServer(trails: 2)
        let (response, document) = try await server.call(
            call.method,
            call.target,
            call.content,
            fields: call.fields
        )
        #expect(response.status == call.status)
        #expect(response.fields[.contentType] == "application/vnd.api+json")
        #expect(response.fields[.vary]?.contains("Accept") == true)
        let error = try #require(document["errors"]?.arrayValue?.first)
        #expect(error["status"]?.stringValue == "\(call.status.code)")
        #expect(error["title"]?.stringValue?.isEmpty == false)
        let source = error["source"]
        let named = source?["pointer"] ?? source?["parameter"] ?? source?["header"]
        if let expected = call.source { #expect(named?.stringValue == expected) }
        if let content = call.content,
            [.badRequest, .conflict, .unprocessableContent].contains(call.status)
        {
            for error in document["errors"]?.arrayValue ?? [] {
                let pointer = try #require(error[path: "source.pointer"]?.stringValue)
                #expect(Self.leads(pointer, into: content), "\(pointer)")
            }
        }
        if call.status == .methodNotAllowed { #expect(response.fields[.allow] != nil) }
    }

    @Test(
        arguments: [
            "*/*", "application/*", "application/vnd.api+json",
            "application/vnd.api+json; profile=\"https://p.example\"",
            "text/html, application/vnd.api+json; q=0.5",
            "application/vnd.api+json; charset=utf-8, application/vnd.api+json",
        ]
    )
    func `Accept fields that allow JSON API get status 200`(_ accept: String) async throws {
        let server = try await TrailServer(trails: 1)
        let (response, _) = try await server.call(
            .get,
            "/api/trails",
            fields: [.accept: accept]
        )
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "application/vnd.api+json")
    }

    @Test func `all faults of a query are reported together`() async throws {
        let server = try await TrailServer(trails: 1)
        let (_, document) = try await server.call(
            .get,
            "/api/trails?include=x&sort=y&page[limit]=z&unknown=1&camelCase=1"
        )
        let errors = try #require(document["errors"]?.arrayValue)
        #expect(
            errors.map { $0[path: "source.parameter"] } == [
                "include", "sort", "page[limit]", "unknown",
            ]
        )
        #expect(
            errors[0]["detail"]?.stringValue
                == "`x` is not a valid relationship field name. Possible values: category, stops."
        )
    }

    @Test func `all faults of a resource are reported together`() async throws {
        let server = try await TrailServer(trails: 1)
        let content = #"{"data": {"type": "trails", "attributes": {"title": ""}}}"#
        let (_, document) = try await server.call(.post, "/api/trails", content)
        #expect(document["errors"]?.arrayValue?.count == 2)
    }
}
