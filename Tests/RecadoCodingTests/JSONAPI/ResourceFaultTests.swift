// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

/// A document that breaks a rule, with the error and the JSON Pointer to the mistake.
struct BrokenDocument: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let code: CodingError.Code
    let pointer: String
    var isStrict = false
    var testDescription: String { name }

    static let all: [BrokenDocument] = [
        BrokenDocument(name: "no object", text: "[]", code: .typeMismatch, pointer: ""),
        BrokenDocument(name: "nothing in it", text: "{}", code: .keyNotFound, pointer: ""),
        BrokenDocument(
            name: "data and errors",
            text: #"{"data": null, "errors": []}"#,
            code: .invalidValue,
            pointer: "/errors"
        ),
        BrokenDocument(
            name: "included without data",
            text: #"{"meta": {}, "included": []}"#,
            code: .invalidValue,
            pointer: "/included"
        ),
        BrokenDocument(
            name: "errors that are no list",
            text: #"{"errors": {}}"#,
            code: .typeMismatch,
            pointer: "/errors"
        ),
        BrokenDocument(
            name: "data that is a number",
            text: #"{"data": 1}"#,
            code: .typeMismatch,
            pointer: "/data"
        ),
        BrokenDocument(
            name: "a resource that is a number",
            text: #"{"data": [1]}"#,
            code: .typeMismatch,
            pointer: "/data/0"
        ),
        BrokenDocument(
            name: "no type",
            text: #"{"data": [{"id": "1"}]}"#,
            code: .keyNotFound,
            pointer: "/data/0"
        ),
        BrokenDocument(
            name: "a type that is a number",
            text: #"{"data": [{"type": 1, "id": "1"}]}"#,
            code: .typeMismatch,
            pointer: "/data/0/type"
        ),
        BrokenDocument(
            name: "an id that is a number",
            text: #"{"data": [{"type": "a", "id": 1}]}"#,
            code: .typeMismatch,
            pointer: "/data/0/id"
        ),
        BrokenDocument(
            name: "attributes that are a list",
            text: #"{"data": [{"type": "a", "id": "1", "attributes": []}]}"#,
            code: .typeMismatch,
            pointer: "/data/0/attributes"
        ),
        BrokenDocument(
            name: "included that is an object",
            text: #"{"data": [], "included": {}}"#,
            code: .typeMismatch,
            pointer: "/included"
        ),
        BrokenDocument(
            name: "an included one without id",
            text: #"{"data": [], "included": [{"type": "a"}]}"#,
            code: .keyNotFound,
            pointer: "/included/0"
        ),
        BrokenDocument(
            name: "the same twice in data",
            text: #"{"data": [{"type": "a", "id": "1"}, {"type": "a", "id": "\u0031"}]}"#,
            code: .duplicateKey,
            pointer: "/data/1"
        ),
        BrokenDocument(
            name: "the same in data and included",
            text: #"{"data": {"type": "a", "id": "1"}, "included": [{"type": "a", "id": "1"}]}"#,
            code: .duplicateKey,
            pointer: "/included/0"
        ),
        BrokenDocument(
            name: "linkage that is text",
            text: #"{"data": {"type": "a", "id": "1", "relationships": {"b": {"data": "1"}}}}"#,
            code: .typeMismatch,
            pointer: "/data/relationships/b/data"
        ),
        BrokenDocument(
            name: "an identifier without id",
            text:
                #"{"data": {"type": "a", "id": "1", "relationships": {"b": {"data": [{"type": "c"}]}}}}"#,
            code: .keyNotFound,
            pointer: "/data/relationships/b/data/0"
        ),
        BrokenDocument(
            name: "a local name that nothing has",
            text:
                #"{"data": {"type": "a", "lid": "1", "relationships": {"b": {"data": {"type": "c", "lid": "2"}}}}}"#,
            code: .invalidValue,
            pointer: "/data/relationships/b/data/lid"
        ),
        BrokenDocument(
            name: "a relationship that says nothing",
            text: #"{"data": {"type": "a", "id": "1", "relationships": {"b": {}}}}"#,
            code: .keyNotFound,
            pointer: "/data/relationships/b",
            isStrict: true
        ),
        BrokenDocument(
            name: "a name that is not allowed",
            text: #"{"data": {"type": "a", "id": "1", "attributes": {"a+b": 1}}}"#,
            code: .invalidValue,
            pointer: "/data/attributes/a+b",
            isStrict: true
        ),
        BrokenDocument(
            name: "a type without a name",
            text:
                #"{"data": {"type": "", "id": "1"}}"#,
            code: .invalidValue,
            pointer: "/data/type",
            isStrict: true
        ),
        BrokenDocument(
            name: "a type with a plus",
            text:
                #"{"data": {"type": "test+1", "id": "1"}}"#,
            code: .invalidValue,
            pointer: "/data/type",
            isStrict: true
        ),
        BrokenDocument(
            name: "an identifier of a type with a slash",
            text:
                #"{"data": {"type": "a", "id": "1", "relationships": {"b": {"data": {"type": "c/d", "id": "1"}}}}}"#,
            code: .invalidValue,
            pointer: "/data/relationships/b/data/type",
            isStrict: true
        ),
        BrokenDocument(
            name: "meta that is a text",
            text:
                #"{"meta": "m", "data": null}"#,
            code: .typeMismatch,
            pointer: "/meta",
            isStrict: true
        ),
        BrokenDocument(
            name: "jsonapi that is a list",
            text:
                #"{"jsonapi": [], "data": null}"#,
            code: .typeMismatch,
            pointer: "/jsonapi",
            isStrict: true
        ),
        BrokenDocument(
            name: "links that are null",
            text:
                #"{"links": null, "data": null}"#,
            code: .typeMismatch,
            pointer: "/links",
            isStrict: true
        ),
        BrokenDocument(
            name: "meta of a resource that is a number",
            text:
                #"{"data": {"type": "a", "id": "1", "meta": 1}}"#,
            code: .typeMismatch,
            pointer: "/data/meta",
            isStrict: true
        ),
        BrokenDocument(
            name: "meta of a relationship that is a text",
            text:
                #"{"data": {"type": "a", "id": "1", "relationships": {"b": {"data": null, "meta": ""}}}}"#,
            code: .typeMismatch,
            pointer: "/data/relationships/b/meta",
            isStrict: true
        ),
        BrokenDocument(
            name: "meta of an identifier that is a text",
            text:
                #"{"data": {"type": "a", "id": "1", "relationships": {"b": {"data": {"type": "c", "id": "1", "meta": ""}}}}}"#,
            code: .typeMismatch,
            pointer: "/data/relationships/b/data/meta",
            isStrict: true
        ),
        BrokenDocument(
            name: "a name at the top that is not allowed",
            text:
                #"{"a.b": 1, "data": null}"#,
            code: .invalidValue,
            pointer: "/a.b",
            isStrict: true
        ),
        BrokenDocument(
            name: "a name of a resource that is not allowed",
            text:
                #"{"data": {"type": "a", "id": "1", "-a": 1}}"#,
            code: .invalidValue,
            pointer: "/data/-a",
            isStrict: true
        ),
        BrokenDocument(
            name: "a name within an attribute that is not allowed",
            text:
                #"{"data": {"type": "a", "id": "1", "attributes": {"a": [{"b#": 1}]}}}"#,
            code: .invalidValue,
            pointer: "/data/attributes/a/0/b#",
            isStrict: true
        ),
        BrokenDocument(
            name: "an empty name",
            text:
                #"{"data": null, "meta": {"": 1}}"#,
            code: .invalidValue,
            pointer: "/meta/",
            isStrict: true
        ),
        BrokenDocument(
            name: "an attribute named id",
            text:
                #"{"data": {"type": "a", "id": "1", "attributes": {"id": 1}}}"#,
            code: .invalidValue,
            pointer: "/data/attributes/id",
            isStrict: true
        ),
        BrokenDocument(
            name: "an attribute named type",
            text: #"{"data": {"type": "a", "id": "1", "attributes": {"type": 1}}}"#,
            code: .invalidValue,
            pointer: "/data/attributes/type",
            isStrict: true
        ),
        BrokenDocument(
            name: "one name for an attribute and a relationship",
            text:
                #"{"data": {"type": "a", "id": "1", "attributes": {"b": 1}, "relationships": {"b": {"data": null}}}}"#,
            code: .duplicateKey,
            pointer: "/data/relationships/b",
            isStrict: true
        ),
    ]
}

@Suite struct `Invalid JSON API documents` {
    @Test(arguments: BrokenDocument.all)
    func `a violation of the specification is reported with its pointer`(
        _ broken: BrokenDocument
    ) throws {
        var format = JSONAPI()
        format.isStrict = broken.isStrict
        let failure = try Samples.failure(Value.self, of: broken.text, format)
        #expect(failure.code == broken.code)
        #expect(failure.pointer == broken.pointer)
    }

    @Test(arguments: BrokenDocument.all.filter { $0.isStrict })
    func `violations of strict-mode rules are accepted outside strict mode`(
        _ broken: BrokenDocument
    ) throws {
        _ = try JSONAPI().document(from: Array(broken.text.utf8))
    }

    @Test(arguments: [
        #"{"data": {"type": "a", "attributes": {"@x": {"a.b": [1]}, "é": {"b c": 1}}, "@y": {"%": 1}}}"#,
        #"{"atomic:results": [{"data": null}]}"#,
        #"{"jsonapi": {"version": "1.1"}, "links": {}, "meta": {"a-b": 1}, "data": null}"#,
    ])
    func `strict mode accepts what the specification allows`(_ text: String) throws {
        var format = JSONAPI()
        format.isStrict = true
        _ = try format.document(from: Array(text.utf8))
    }

    @Test func `the full-linkage check refuses an included resource that is not linked`() throws {
        var format = JSONAPI()
        format.checksFullLinkage = true
        _ = try format.decode([Hike].self, from: Samples.hikes)
        let stray = Samples.hikes.replacing(
            #""included": ["#,
            with: #""included": [{"type": "stops", "id": "z"},"#
        )
        _ = try JSONAPI().decode([Hike].self, from: stray)
        #expect(try Samples.failure([Hike].self, of: stray, format).pointer == "/included/0")
    }

    @Test func `a missing attribute is reported with the pointer where it was expected`() throws {
        let text = #"{"data": [{"type": "hikes", "id": "1", "attributes": {"metres": 1}}]}"#
        #expect(try Samples.failure([Hike].self, of: text).pointer == "/data/0/attributes/title")
        let bare = #"{"data": [{"type": "hikes", "id": "1"}]}"#
        #expect(try Samples.failure([Hike].self, of: bare).pointer == "/data/0/attributes/title")
    }

    @Test func `a wrong attribute of an included resource is reported with its pointer`() throws {
        let text = Samples.hikes.replacing(#""name": "Naturaleza""#, with: #""name": 7"#)
        let failure = try Samples.failure([Hike].self, of: text)
        #expect(failure.pointer == "/included/0/attributes/name")
        #expect(failure.code == .typeMismatch)
    }

    @Test func `a resource of another type is refused`() throws {
        let text = Samples.hikes.replacing(#""type": "categories""#, with: #""type": "tags""#)
        let failure = try Samples.failure([Hike].self, of: text)
        #expect(failure.pointer == "/included/0/type")
    }

    @Test func `errors in place of data are thrown as the underlying error`() throws {
        let text = #"""
            {"errors": [{"status": "422", "title": "Invalid", "source": {"pointer": "/data/attributes/a"}},
                        {"code": "x", "source": {"parameter": "include"}}]}
            """#
        let failure = try Samples.failure(of: text)
        let errors = try #require(failure.underlying as? JSONAPI.Errors)
        #expect(errors.errors.map(\.source?.pointer) == ["/data/attributes/a", nil])
        #expect(errors.description == "Invalid at /data/attributes/a; x in the parameter include")
    }

    @Test func `the number and the depth of resources are limited`() throws {
        var format = JSONAPI()
        format.limits.resources = 2
        #expect(try Samples.failure([Hike].self, of: Samples.hikes, format).code == .tooLarge)
        let chain = (1...200).map {
            #"{"type": "c", "id": "\#($0)", "relationships": {"next": {"data": {"type": "c", "id": "\#($0 + 1)"}}}}"#
        }
        final class Chain: Decodable {
            let id: String
            let next: Chain?
        }
        let text = #"{"data": [], "included": [\#(chain.joined(separator: ","))]}"#
            .replacing(
                #""data": []"#,
                with:
                    #""data": {"type": "c", "id": "0", "relationships": {"next": {"data": {"type": "c", "id": "1"}}}}"#
            )
        let failure = try Samples.failure(Chain.self, of: text)
        #expect(failure.code == .tooDeep)
        #expect(failure.pointer == "/included/63")
    }
}
