// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoServices
import Testing

/// The values that parameters are converted to, by the rules of ActiveRecord.
@Suite(.timeLimit(.minutes(3)))
struct `Request parameters of the scores service` {
    struct Case: Sendable, CustomTestStringConvertible {
        let sent: String
        let kept: Value

        init(_ sent: String, _ kept: Value) {
            self.sent = sent
            self.kept = kept
        }

        var testDescription: String { sent }
    }

    static let totals: [Case] = [
        Case("7", 7), Case(#""12abc""#, 12), Case(#""abc""#, 0), Case(#""""#, nil),
        Case(#""  ""#, nil), Case("1.5", 1), Case("-1.9", -1), Case("true", 1), Case("false", 0),
        Case(#"" 7 ""#, 7), Case(#""1_000""#, 1_000), Case(#""1,000""#, 1), Case(#""0x1A""#, 0),
        Case(#""010""#, 10), Case("1e400", nil), Case("[1]", nil), Case(#"{"a":1}"#, nil),
        Case(#""- 5""#, 0), Case(#""1__0""#, 1), Case(#""_1""#, 0), Case(#""0d12""#, 12),
        Case(#""\u00a07""#, 0), Case("1e3", 1_000),
        Case("-9223372036854775808", Value.number(.init(Int.min))),
    ]

    @Test(arguments: totals)
    func `a total is converted to an integer`(_ example: Case) async throws {
        try await Board.open { board in
            let content = #"{"score":{"name":"T","total":\#(example.sent)}}"#
            let reply = try await board.json(.post, "/scores.json", content)
            #expect(reply.status == 201)
            #expect(reply.value["total"] == example.kept)
        }
    }

    static let names: [Case] = [
        Case("42", "42"), Case("5.0", "5.0"), Case("true", "t"), Case("false", "f"),
        Case("[1]", nil), Case(#"{"a":1}"#, nil), Case(#""""#, ""), Case("1e20", "1.0e+20"),
        Case("1e15", "1.0e+15"), Case("123456789.123", "123456789.123"), Case("0.0001", "0.0001"),
        Case("0.00001", "1.0e-05"), Case("1e400", "Infinity"), Case(#""a\u0000b""#, "a\0b"),
        Case(#""\u001a0""#, "\u{1A}0"),
        Case("123456789012345678901234567890", "123456789012345678901234567890"),
    ]

    @Test(arguments: names, Storage.all)
    func `a name is converted to text`(_ example: Case, storage: Storage) async throws {
        try await Board.open(over: storage) { board in
            let content = #"{"score":{"name":\#(example.sent)}}"#
            let reply = try await board.json(.post, "/scores.json", content)
            #expect(reply.status == 201)
            #expect(reply.value["name"] == example.kept)
            #expect(try await board.send(.get, "/scores/1.json").value["name"] == example.kept)
        }
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", #""99999999999999999999""#, "1e30",
    ])
    func `a total beyond 64 bits is refused and not stored`(total: String) async throws {
        try await Board.open { board in
            let content = #"{"name":"x","total":\#(total)}"#
            let json = try await board.json(.post, "/scores.json", content)
            #expect(json.status == 422)
            #expect(json.text.contains("must be"))
            let xml = try await board.json(.post, "/scores.xml", content)
            #expect(xml.status == 422)
            #expect(xml.text.contains("<error>Total must be"))
            let page = try await board.json(.post, "/scores", content)
            #expect(page.status == 422)
            #expect(page.text.contains(#"name="score[name]""#))
            #expect(try await board.send(.get, "/scores.json").text == "[]")
        }
    }

    @Test(arguments: [
        "{}", "null", "[]", "5", #"{"foo":1}"#, #"{"score":{}}"#, #"{"score":null}"#, "", " ",
        #"{"score":{"name":"a","total":1"#, #"{"name":NaN}"#, #"{"name":"\ud83d"}"#, "\u{FEFF}{}",
    ])
    func `content without a score is refused`(content: String) async throws {
        try await Board.open { board in
            let reply = try await board.json(.post, "/scores.json", content)
            #expect(reply.status == 400)
            #expect(try await board.send(.get, "/scores.json").text == "[]")
        }
    }

    @Test(arguments: [
        "score[name]=a;b&score[total]=5", "score%5Bname%5D=a;b&score[total]=5",
        "[score][name]=a;b&score[total]=5x",
        "score[name]=z&score[name]=a;b& score[total]=5",
        "utf8=✓&score[name]=a%3Bb&score[total]=+5&score[id]=9",
    ])
    func `form fields with names in brackets are accepted`(content: String) async throws {
        try await Board.open { board in
            let type = "application/x-www-form-urlencoded"
            let reply = try await board.send(.post, "/scores.json", content, as: type)
            #expect(reply.status == 201)
            #expect(reply.value["name"] == "a;b")
            #expect(reply.value["total"] == 5)
        }
    }

    @Test(arguments: ["score[name]=%zz", "score[name]=%ff", "score=x&score[name]=a"])
    func `malformed forms are refused`(content: String) async throws {
        try await Board.open { board in
            let type = "application/x-www-form-urlencoded"
            let reply = try await board.send(.post, "/scores.json", content, as: type)
            #expect(reply.status == 400)
        }
    }

    static let documents: [Case] = [
        Case("<score><name><![CDATA[a<b]]></name></score>", "a<b"),
        Case(#"<score name="x"/>"#, "x"),
        Case(#"<s:score xmlns:s="u"><s:name>n</s:name></s:score>"#, "n"),
        Case(#"<!DOCTYPE score [<!ENTITY e "ent">]><score><name>&e;</name></score>"#, "ent"),
        Case(
            #"<!DOCTYPE score [<!ENTITY e SYSTEM "file:///etc/hostname">]><score><name>a&e;b</name></score>"#,
            "a&e;b"
        ),
        Case("<score><name>&undef;</name></score>", "&undef;"),
        Case("<score><name>a</name><name>b</name></score>", nil),
        Case("<score><name><b>x</b></name></score>", nil), Case("<score><name/></score>", nil),
        Case(#"<score><name type="string"></name></score>"#, ""),
        Case(#"<score><name type="integer">007</name></score>"#, "7"),
        Case(#"<score><name type="boolean">1</name></score>"#, "t"),
    ]

    @Test(arguments: documents)
    func `XML documents are converted as in Rails`(_ example: Case) async throws {
        try await Board.open { board in
            let reply = try await board.send(.post, "/scores.json", example.sent, as: "text/xml")
            #expect(reply.status == 201)
            #expect(reply.value["name"] == example.kept)
        }
    }

    @Test(arguments: [
        #"<score><name type="yaml">x</name></score>"#,
        #"<score type="symbol"><name>x</name></score>"#,
        "<Score><name>x</name></Score>", "<score/>", "  ", "<score><name>x</score>",
        String(repeating: "<a>", count: 200),
    ])
    func `XML documents without a score are refused`(content: String) async throws {
        try await Board.open { board in
            let reply = try await board.send(.post, "/scores.json", content, as: "text/xml")
            #expect(reply.status == 400)
        }
    }
}
