// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoMultipart
import Testing

/// The same content in several formats, with a name for the test; an empty text means none.
struct Written: Sendable, CustomTestStringConvertible {
    let name: String
    let json: String
    let xml: String
    let form: String

    var testDescription: String { name }

    /// Reads a model from each format that has the content.
    func read<Model: Decodable>(_ type: Model.Type) throws -> [Model] {
        var models: [Model] = []
        if !json.isEmpty { models.append(try JSON().decode(type, from: json)) }
        if !xml.isEmpty { models.append(try XML().decode(type, from: xml)) }
        if !form.isEmpty {
            models.append(try URLEncodedForm().decode(type, from: form))
            models.append(try MultipartForm().decode(type, from: parts, boundary: boundary))
        }
        return models
    }

    /// Returns the errors of reading a model from each format that has the content.
    func failures<Model: Decodable>(_ type: Model.Type) -> [CodingError] {
        var failures: [CodingError] = []
        func note(_ body: () throws(CodingError) -> Model) {
            do { _ = try body() } catch { failures.append(error) }
        }
        if !json.isEmpty {
            note { () throws(CodingError) in try JSON().decode(type, from: json) }
        }
        if !xml.isEmpty { note { () throws(CodingError) in try XML().decode(type, from: xml) } }
        if !form.isEmpty {
            note { () throws(CodingError) in try URLEncodedForm().decode(type, from: form) }
        }
        return failures
    }

    private var boundary: Multipart.Boundary {
        get throws { try #require(Multipart.Boundary("b")) }
    }

    private var parts: [UInt8] {
        let pairs = form.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
            let value = parts.dropFirst().joined(separator: "=")
            return "--b\r\nContent-Disposition: form-data; name=\"\(parts[0])\"\r\n\r\n\(value)\r\n"
        }
        return Array((pairs.joined() + "--b--\r\n").utf8)
    }
}

private struct Place: Decodable, Equatable {
    var name: String
    var elevation: Int?
    var first: String?

    enum CodingKeys: String, PathCodingKey {
        case name
        case elevation = "info.height.metres"
        case first = "info.tags.0"
    }
}

private struct Height: Decodable {
    var metres: Int
    enum CodingKeys: String, PathCodingKey { case metres = "info.height.metres" }
}

@Suite struct `Reading by key paths` {
    @Test(arguments: [
        Written(
            name: "all there",
            json: #"{"name":"x","info":{"height":{"metres":12},"tags":["a","b"]}}"#,
            xml: "<p><name>x</name><info><height><metres> 12 </metres></height>"
                + "<tags>a</tags><tags>b</tags></info></p>",
            form: "name=x&info[height][metres]=12&info[tags][]=a&info[tags][]=b"
        ),
        Written(
            name: "a list of one",
            json: #"{"info":{"tags":["a"],"height":{"metres":12}},"name":"x"}"#,
            xml: "<p><name>x</name><info><tags>a</tags><height metres='12'/></info></p>",
            form: "name=x&info[height][metres]=12&info[tags]=a"
        ),
    ])
    func `a path of names and indexes finds the value`(_ written: Written) throws {
        let place = Place(name: "x", elevation: 12, first: "a")
        for read in try written.read(Place.self) { #expect(read == place) }
    }

    @Test(arguments: [
        Written(
            name: "nothing",
            json: #"{"name":"x"}"#,
            xml: "<p><name>x</name></p>",
            form: "name=x"
        ),
        Written(
            name: "the last level missing",
            json: #"{"name":"x","info":{"height":{},"tags":[]}}"#,
            xml: "<p><name>x</name><info><height/></info></p>",
            form: "name=x&info[height][feet]=3"
        ),
        Written(
            name: "null in the middle",
            json: #"{"name":"x","info":{"height":null,"tags":null}}"#,
            xml: "<p xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><name>x</name>"
                + "<info><height xsi:nil='true'/></info></p>",
            form: "name=x&info[height]="
        ),
        Written(
            name: "null at the beginning and blank layout",
            json: #"{"name":"x","info":null}"#,
            xml: "<p><name>x</name><info>\n  </info></p>",
            form: "name=x&info="
        ),
        Written(
            name: "null at the end",
            json: #"{"name":"x","info":{"height":{"metres":null},"tags":[null]}}"#,
            xml: "<p><name>x</name><info><height><metres/></height></info></p>",
            form: "name=x&info[height][metres]="
        ),
    ])
    func `a value missing at any level is nil`(_ written: Written) throws {
        let place = Place(name: "x", elevation: nil, first: nil)
        for read in try written.read(Place.self) { #expect(read == place) }
    }

    @Test func `an index beyond the end is treated as a missing key`() throws {
        struct Tags: Decodable {
            var tenth: String?
            var second: Int?
            enum CodingKeys: String, PathCodingKey {
                case tenth = "tags.10"
                case second = "tags.1"
            }
        }
        let written = Written(
            name: "",
            json: #"{"tags":[1,2]}"#,
            xml: "<p><tags>1</tags><tags>2</tags></p>",
            form: "tags=1&tags=2"
        )
        for read in try written.read(Tags.self) { #expect(read.tenth == nil && read.second == 2) }
        struct Needed: Decodable {
            var tenth: String
            enum CodingKeys: String, PathCodingKey { case tenth = "tags.10" }
        }
        let failures = written.failures(Needed.self)
        #expect(failures.count == 3)
        for failure in failures {
            #expect(failure.code == .keyNotFound && failure.pointer == "/tags/10")
        }
    }

    @Test func `a missing value is reported with its whole path`() {
        let written = Written(
            name: "",
            json: "{\n \"info\": {\"height\": {}}}",
            xml: "<p>\n <info><height/></info></p>",
            form: "info[x]=1"
        )
        let failures = written.failures(Height.self)
        #expect(failures.count == 3)
        for failure in failures {
            #expect(failure.code == .keyNotFound && failure.pointer == "/info/height/metres")
        }
        #expect(failures.map(\.line) == [1, 1, 1])
    }

    @Test(arguments: [
        Written(
            name: "at the end",
            json: "{\"name\":\"x\",\n\"info\":{\"height\":{\"metres\":\"high\"}}}",
            xml: "<p><name>x</name>\n<info><height><metres>high</metres></height></info></p>",
            form: "name=x&info[height][metres]=high"
        ),
        Written(
            name: "an object",
            json: "{\"name\":\"x\",\n\"info\":{\"height\":{\"metres\":{}}}}",
            xml: "",
            form: "name=x&info[height][metres][a]=1"
        ),
    ])
    func `a value of the wrong type is reported with its pointer`(_ written: Written) {
        for (index, failure) in written.failures(Place.self).enumerated() {
            #expect(failure.pointer == "/info/height/metres")
            // Only in the JSON, which comes first, the mistake is sure to be in line 2: a form has
            // a single line.
            #expect(failure.line == 2 || index > 0)
            #expect(failure.code == .typeMismatch || failure.code == .invalidValue)
        }
        #expect(written.failures(Place.self).count >= 2)
    }

    @Test func `a scalar where the path needs an object is reported at the scalar`() {
        let written = Written(
            name: "",
            json: "{\"name\":\"x\",\n \"info\":{\"height\":7}}",
            xml: "<p><name>x</name>\n<info><height>7</height></info></p>",
            form: "name=x&info[height]=7"
        )
        let failures = written.failures(Place.self)
        #expect(failures.count == 3)
        for failure in failures {
            #expect(failure.code == .typeMismatch && failure.pointer == "/info/height")
        }
        #expect(failures.map(\.line) == [2, 2, 1])
        #expect(failures.first?.column == 19)
    }

    @Test func `escapes and delimiters allow dots, stars and backslashes in names`() throws {
        struct Names: Decodable, Equatable {
            var dotted: Int
            var star: Int
            var plain: Int
            var plus: Int
            var slash: Int
            var index: Int
            enum CodingKeys: String, PathCodingKey {
                case dotted = #"a\.b.c"#
                case star = #"s.\*"#
                case plain = "p.q"
                case plus = "x+y.z"
                case slash = #"b\\c"#
                case index = "i.0"
                var delimiter: Character? {
                    switch self {
                    case .plain: nil
                    case .plus: "+"
                    default: "."
                    }
                }
            }
        }
        let text =
            #"{"a.b":{"c":1},"s":{"*":2},"p.q":3,"x":{"y.z":4},"b\\c":5,"i":{"0":6}}"#
        let read = try JSON().decode(Names.self, from: text)
        #expect(read == Names(dotted: 1, star: 2, plain: 3, plus: 4, slash: 5, index: 6))
    }

    @Test(arguments: [
        "", "a", "a.b", "a.0.b", "*", "a.*.b", #"a\.b"#, #"\*"#, #"a\\b.c"#, "a..b", ".", "é.日本",
        "a.\u{301}b", "a\\", #"\é.b"#,
    ])
    func `the description of a path parses as the same path`(_ text: String) {
        let path = CodingPath(text)
        #expect(CodingPath(path.description) == path)
    }

    @Test func `a dot before a combining mark still separates names`() throws {
        let text = "{\"a\":{\"\u{301}b\":1}}"
        #expect(try JSON().decode(Int.self, from: text, at: CodingPath("a.\u{301}b")) == 1)
        #expect(CodingPath("a·\u{301}b", delimiter: "·") == "a.\u{301}b")
        #expect(CodingPath("\u{e9}") != CodingPath("e\u{301}"))
    }

    @Test func `dynamic coding keys can be paths and can be read repeatedly`() throws {
        struct Key: PathCodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        struct Model: Decodable {
            var values: [Int]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                values = try ["a.b", "a.b", "a.c.0"].map {
                    try container.decode(Int.self, forKey: Key(stringValue: $0))
                }
                #expect(!container.contains(Key(stringValue: "a.d")))
                #expect(container.contains(Key(stringValue: "a.c.*")))
            }
        }
        let read = try JSON().decode(Model.self, from: #"{"a":{"b":1,"c":[2]}}"#)
        #expect(read.values == [1, 1, 2])
    }

    @Test func `key naming strategies do not change key paths`() throws {
        struct Model: Codable, Equatable {
            var createdAt: Int
            var inner: Inner
            enum CodingKeys: String, PathCodingKey {
                case createdAt = "metaData.createdAt"
                case inner
            }
            struct Inner: Codable, Equatable { var pageURL: Int }
        }
        var json = JSON()
        json.keys = .snakeCase
        let text = #"{"metaData":{"createdAt":1},"inner":{"page_url":2}}"#
        let model = try json.decode(Model.self, from: text)
        #expect(model == Model(createdAt: 1, inner: Model.Inner(pageURL: 2)))
        #expect(try json.encodeToString(model) == text)
    }
}

@Suite struct `Repeated XML elements` {
    @Test func `give the same values when they are decoded again`() throws {
        struct Model: Decodable {
            var seen: [[Int]] = []
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                #expect(container.contains(.a))
                seen.append(try container.decode([Int].self, forKey: .a))
                _ = try container.decode(Int.self, forKey: .b)
                seen.append(try container.decode([Int].self, forKey: .a))
                seen.append([try container.decode(Int.self, forKey: .a)])
            }
            enum CodingKeys: CodingKey { case a, b }
        }
        let read = try XML().decode(Model.self, from: "<m><a>1</a><a>2</a><b>3</b><a>4</a></m>")
        #expect(read.seen == [[1, 2, 4], [1, 2, 4], [1]])
    }
}
