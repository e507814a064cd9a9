// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoServices
import Testing

/// Content and fields that are costly to process: the service reads only a limited amount of them.
@Suite(.timeLimit(.minutes(3)))
struct `Costly request parameters of the scores service` {
    struct Family: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let type: String
        let content: @Sendable (Int) -> String

        init(
            _ name: String,
            _ type: String,
            _ content: @escaping @Sendable (Int) -> String
        ) {
            testDescription = name
            self.type = type
            self.content = content
        }

        static func form(_ name: String, _ pair: @escaping @Sendable (Int) -> String) -> Family {
            Family(name, "application/x-www-form-urlencoded") { count in
                (1..<count).map(pair).joined(separator: "&") + "&score[name]=x"
            }
        }

        static func xml(_ name: String, _ element: String, _ size: Int = 1) -> Family {
            Family(name, "text/xml") { count in
                let others = String(repeating: element, count: (count - 2) / size)
                return "<score><total>1</total>" + others + "</score>"
            }
        }
    }

    static let families: [Family] = [
        .form("members of score") { "score[k\($0)]=1" }, .form("names") { "k\($0)=1" },
        .form("elements") { _ in "a[]=" }, .form("members of elements") { "a[][b\($0)]=1" },
        .form("elements with members") { _ in "a[][b]=1" },
        .xml("equal elements", "<n/>"), .xml("equal texts", "<name>x</name>"),
        .xml("attributes", #"<n a="1" b="2" c="3"/>"#, 4),
    ]

    @Test(arguments: families)
    func `are accepted up to the limit of Rack, and refused above it`(_ family: Family) async throws
    {
        try await Board.open { board in
            for (count, status) in [(4_096, 201), (4_101, 400), (40_000, 400)] {
                let content = family.content(count)
                let reply = try await board.send(.post, "/scores.json", content, as: family.type)
                #expect(reply.status == status, "\(count)")
            }
        }
    }

    @Test(arguments: [8_000: 201, 10_000: 400, 500_000: 400])
    func `the number of JSON values is limited`(count: Int, status: Int) async throws {
        try await Board.open { board in
            let numbers = repeatElement("1", count: count).joined(separator: ",")
            let content = #"{"name":"x","other":["# + numbers + "]}"
            let reply = try await board.json(.post, "/scores.json", content)
            #expect(reply.status == status)
        }
    }

    @Test(arguments: [
        "[" + String(repeating: "/*a", count: 300_000),
        "[" + String(repeating: "/", count: 900_000),
        String(repeating: "/**/", count: 250_000) + "{",
        String(repeating: "\"", count: 900_001) + "/**/",
    ])
    func `unterminated comments in JSON are refused quickly`(content: String) async throws {
        try await Board.open { board in
            let reply = try await board.json(.post, "/scores.json", content)
            #expect(reply.status == 400)
        }
    }

    @Test(arguments: [
        #"/* a */{"name":/**/"x//y/*z*/\"" // b"# + "\n}", #"{"name":"x//y/*z*/\""/***/}"#,
    ])
    func `comment marks in JSON strings are part of the string`(content: String) async throws {
        try await Board.open { board in
            let reply = try await board.json(.post, "/scores.json", content)
            #expect(reply.value["name"] == #"x//y/*z*/""#)
        }
    }

    /// A letter with so many marks that sorting them canonically takes the square of their number.
    private static let marks = {
        var text = String.UnicodeScalarView()
        for place in 0..<50_000 { text.append(place % 2 == 0 ? "\u{301}" : "\u{323}") }
        return "a" + String(text)
    }()

    @Test func `names and values with many combining marks are compared bytewise`() async throws {
        try await Board.open { board in
            let form = "application/x-www-form-urlencoded"
            for name in [Self.marks, "score[\(Self.marks)]", "_method", "format", "page"] {
                let content = "score[total]=1&\(name)=1\(Self.marks)"
                let status = try await board.send(.post, "/scores", content, as: form).status
                #expect(status == (name == "format" ? 406 : 302))
            }
            let json = #"{"total":1,"\#(Self.marks)":1,"format":null}"#
            let reply = try await board.json(.post, "/scores.json", json)
            #expect(reply.status == 201)
            let xml = #"<score><total type="\#(Self.marks)">1</total></score>"#
            let other = try await board.send(.post, "/scores.json", xml, as: "text/xml")
            #expect(other.status == 201)
        }
    }

    @Test func `names that look the same but have different bytes are distinct`() async throws {
        try await Board.open { board in
            let form = "application/x-www-form-urlencoded"
            // One name has a text as its value and the other a map; if the names were the same,
            // that would be refused.
            let content = "score[total]=1&\u{E9}=1&e\u{301}[b]=2"
            let reply = try await board.send(.post, "/scores", content, as: form)
            #expect(reply.status == 302)
        }
    }

    @Test(arguments: [
        "x[][a][b]=1&x[][a][c]=2", "x[][a]=1&x[][a]=2", "x[][][]=1", "x[]]=1", "[]=1",
    ])
    func `names of nested array elements are accepted as in Rack`(content: String) async throws {
        try await Board.open { board in
            let form = "application/x-www-form-urlencoded"
            let content = content + "&score[total]=1"
            let reply = try await board.send(.post, "/scores", content, as: form)
            #expect(reply.status == 302)
        }
    }

    @Test(arguments: ["x[][a]=1&x[][a][b]=2", "x[a]=1&x[]=2", "x=1&x[a]=1", "x[]=1&x[a]=1"])
    func `conflicting names are refused`(content: String) async throws {
        try await Board.open { board in
            let form = "application/x-www-form-urlencoded"
            let content = content + "&score[total]=1"
            let reply = try await board.send(.post, "/scores", content, as: form)
            #expect(reply.status == 400)
        }
    }

    static let documents: [(String, Value)] = [
        // An entity that is not declared is kept as text, even in an attribute and in a default
        // value.
        (#"<score name="a&u;b"/>"#, "a&u;b"),
        (#"<!DOCTYPE s [<!ATTLIST score name CDATA "a&u;b">]><score/>"#, "a&u;b"),
        (#"<!DOCTYPE s [<!ENTITY e "x&u;y">]><score><name>&e;</name></score>"#, "x&u;y"),
        (#"<!DOCTYPE s [<!-- ] --><!ENTITY e "x">]><score><name>&e;&u;</name></score>"#, "x&u;"),
        ("<score><name><!-- &a; -->x<![CDATA[&b;]]>y</name></score>", "x&b;y"),
        (#"<score><name type="float"> 1.5 </name></score>"#, "1.5"),
        ("<score><name-of>x</name-of><name>y</name></score>", "y"),
    ]

    @Test(arguments: documents)
    func `XML is parsed as in REXML`(content: String, name: Value) async throws {
        try await Board.open { board in
            let reply = try await board.send(.post, "/scores.json", content, as: "text/xml")
            #expect(reply.value["name"] == name, "\(reply.text)")
        }
    }

    @Test func `a document whose entities more than double its length is refused`() async throws {
        try await Board.open { board in
            let entity = String(repeating: "x", count: 100_000)
            let content = """
                <!DOCTYPE s [<!ENTITY e "\(entity)">]><score><total>1</total>\
                <other>&e;&e;&e;</other></score>
                """
            let reply = try await board.send(.post, "/scores.json", content, as: "text/xml")
            #expect(reply.status == 400)
        }
    }

    static let fields: [(accept: String, type: String?)] = [
        (String(repeating: ", ", count: 4_000), nil),
        (String(repeating: "; ", count: 4_000) + ",application/json", nil),
        ("application/json" + String(repeating: ";q=1", count: 2_000), "application/json"),
        (#"application/xml;q=0.2, application/json;q="0.1".5"#, "application/xml"),
        (#"application/json;q="1";a=b;c=d, text/xml"#, "application/json"),
        ("text/xml;q=1;q=1;x, application/json", "application/json"),
    ]

    @Test(arguments: fields.indices)
    func `Accept fields with many parameters are parsed quickly`(index: Int) async throws {
        try await Board.open { board in
            try await board.add("Ana", 1)
            let (accept, type) = Self.fields[index]
            let reply = try await board.send(.get, "/scores/1", fields: [.accept: accept])
            #expect(reply.status == (type == nil ? 406 : 200))
            guard let type else { return }
            #expect(reply.fields[.contentType] == type + "; charset=utf-8", "\(reply.status)")
        }
    }

    @Test(arguments: [FieldName.accept, .contentType, .cookie, .ifNoneMatch])
    func `header fields with many combining marks are compared bytewise`(
        field: FieldName
    ) async throws {
        try await Board.open { board in
            let status = try await board.send(.get, "/scores", fields: [field: Self.marks]).status
            let isType = field == .accept || field == .contentType
            #expect(status == (isType ? 406 : 200))
        }
    }
}
