// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

private struct Tags: Decodable, Equatable {
    var names: [String]
    enum CodingKeys: String, PathCodingKey { case names = "info.tags.*.name" }
}

private struct OptionalTags: Decodable, Equatable {
    var names: [String]?
    enum CodingKeys: String, PathCodingKey { case names = "info.tags.*.name" }
}

@Suite struct `Wildcard key paths` {
    @Test(arguments: [
        Written(
            name: "objects with and without the member",
            json: #"{"info":{"tags":[{"name":"a"},{"other":1},3,null,[],{"name":"b"}]}}"#,
            xml:
                "<p><info><tags><t><name>a</name></t><t><other/></t>text<t name='b'/></tags></info></p>",
            form: "info[tags][0][name]=a&info[tags][1][other]=1&info[tags][2][name]=b"
        ),
        Written(
            name: "members of an object and repeated elements",
            json: #"{"info":{"tags":{"x":{"name":"a"},"y":{"name":"b"}}}}"#,
            xml: "<p><info><tags><name>a</name></tags><z/><tags><name>b</name></tags></info></p>",
            form: "info[tags][x][name]=a&info[tags][y][name]=b"
        ),
    ])
    func `a member is collected from each element that has it`(_ written: Written) throws {
        for tags in try written.read(Tags.self) { #expect(tags.names == ["a", "b"]) }
        for tags in try written.read(OptionalTags.self) { #expect(tags.names == ["a", "b"]) }
    }

    @Test func `a single XML element is an array of one, with or without a wrapper`() throws {
        let texts = [
            "<p><info><tags><name>a</name></tags></info></p>",
            "<p><info><tags><tag><name>a</name></tag></tags></info></p>",
        ]
        for text in texts { #expect(try XML().decode(Tags.self, from: text).names == ["a"]) }
    }

    @Test func `whole elements, attributes and texts are collected`() throws {
        struct Lists: Decodable, Equatable {
            var wrapped: [String]
            var repeated: [String]
            var ids: [Int]
            var texts: [String]
            enum CodingKeys: String, PathCodingKey {
                case wrapped = "wrapped.*"
                case repeated = "repeated.*"
                case ids = "film.*.@id"
                case texts = "film.*.#text"
            }
        }
        let text =
            "<p><wrapped><t>a</t><u>b</u></wrapped><repeated>a</repeated><repeated>b</repeated>"
            + "<film id='1'>x</film><film id='2'>y</film></p>"
        let lists = try XML().decode(Lists.self, from: text)
        #expect(lists.wrapped == ["a", "b"] && lists.repeated == ["a", "b"])
        #expect(lists.ids == [1, 2] && lists.texts == ["x", "y"])
    }

    @Test func `nested wildcards collect into one flat array`() throws {
        struct Titles: Decodable {
            var titles: [String]
            enum CodingKeys: String, PathCodingKey { case titles = "shelves.*.films.*.title" }
        }
        let written = Written(
            name: "",
            json:
                #"{"shelves":[{"films":[{"title":"a"},{"title":"b"}]},{},{"films":3},{"films":[{"title":"c"}]}]}"#,
            xml:
                "<p><shelves><films><title>a</title></films><films><title>b</title></films></shelves>"
                + "<shelves/><shelves><films><title>c</title></films></shelves></p>",
            form: "shelves[0][films][0][title]=a&shelves[0][films][1][title]=b"
                + "&shelves[2][films][0][title]=c"
        )
        for read in try written.read(Titles.self) { #expect(read.titles == ["a", "b", "c"]) }
    }

    @Test func `a missing member gives an empty array, and a missing array gives nil`() throws {
        let empty = Written(
            name: "",
            json: #"{"info":{"tags":[{"x":1}]}}"#,
            xml: "<p><info><tags><t/></tags></info></p>",
            form: "info[tags][0][x]=1"
        )
        for tags in try empty.read(OptionalTags.self) { #expect(tags.names == []) }
        let missing = Written(
            name: "",
            json: #"{"info":{}}"#,
            xml: "<p><info/></p>",
            form: "info[x]=1"
        )
        for tags in try missing.read(OptionalTags.self) { #expect(tags.names == nil) }
        // Formats without empty lists write nothing for an empty one.
        #expect(missing.failures(Tags.self).map(\.code) == [.keyNotFound])
        #expect(missing.failures(Tags.self).map(\.pointer) == ["/info/tags/*/name"])
        let barred = Written(name: "", json: #"{"info":{"tags":7}}"#, xml: "", form: "")
        #expect(barred.failures(Tags.self).map(\.pointer) == ["/info/tags"])
    }

    @Test func `a wrong element is reported with its own pointer`() throws {
        struct Years: Decodable {
            var years: [Int]
            enum CodingKeys: String, PathCodingKey { case years = "films.*.year" }
        }
        let written = Written(
            name: "",
            json: "{\"films\":[{},{\"year\":1},\n{\"year\":\"x\"}]}",
            xml: "<p><films><year>1</year></films>\n<films><year>x</year></films></p>",
            form: "films[0][year]=1&films[1][year]=x"
        )
        let failures = written.failures(Years.self)
        #expect(failures.map(\.pointer) == ["/films/2/year", "/films/year", "/films/1/year"])
        #expect(failures.map(\.line) == [2, 2, 1])
    }

    @Test func `decoding into a single value and encoding are refused`() throws {
        struct Single: Codable {
            var name: String
            enum CodingKeys: String, PathCodingKey { case name = "a.*.name" }
        }
        let read = #expect(throws: CodingError.self) {
            try JSON().decode(Single.self, from: #"{"a":[{"name":"x"}]}"#)
        }
        #expect(read?.code == .typeMismatch)
        let failures = [
            #expect(throws: CodingError.self) { try JSON().encode([Single(name: "x")]) },
            #expect(throws: CodingError.self) { try XML().encode([Single(name: "x")]) },
            #expect(throws: CodingError.self) {
                try URLEncodedForm().encode(["k": Single(name: "x")])
            },
        ]
        #expect(failures.map { $0?.code } == [.unsupported, .unsupported, .unsupported])
        #expect(failures.map { $0?.pointer } == ["/0/a/*/name", "/0/a/*/name", "/k/a/*/name"])
    }

    @Test func `text and elements of the root are collected in order`() throws {
        struct Content: Decodable {
            var parts: [String]
            enum CodingKeys: String, CodingKey { case parts = "*" }
        }
        #expect(try XML().decode(Content.self, from: "<a>text</a>").parts.count <= 1)
        #expect(try XML().decode(Content.self, from: "<a/>").parts == [])
        #expect(try XML().decode(Content.self, from: "<a><b>x</b>y</a>").parts == ["x", "y"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a hundred thousand elements without the member are skipped quickly`() throws {
        let text =
            #"{"info":{"tags":["# + Array(repeating: "1", count: 100_000).joined(separator: ",")
            + "]}}"
        #expect(try JSON().decode(Tags.self, from: text).names.isEmpty)
    }
}
