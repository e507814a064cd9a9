// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoSecrets
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Content with masked secrets` {
    struct Sample: CustomTestStringConvertible {
        let type: String?
        let content: String
        /// The expected text without secrets, or `nil` for content that cannot be read.
        let shown: String?
        var testDescription: String { "\(type ?? "none"): \(content)" }

        init(_ type: String?, _ content: String, _ shown: String?) {
            (self.type, self.content, self.shown) = (type, content, shown)
        }
    }

    static let samples = [
        Sample("application/json", #"{ "a" : 1.50 }"#, #"{ "a" : 1.50 }"#),
        Sample(
            "application/json",
            #"[{"user":{"PassWord":"x","p\u0061sswd":{"y":1}}},{"pin":1234,"jwt":null,"a":1.5}]"#,
            #"[{"user":{"PassWord":"…","passwd":"…"}},{"pin":"…","jwt":null,"a":1.5}]"#
        ),
        Sample(
            "application/problem+json",
            #"{"next":"https://a/b?q=1&appid=x","n":"a=b"}"#,
            #"{"next":"https://a/b?q=1&appid=…","n":"a=b"}"#
        ),
        Sample("application/json", #"{"a":1,"#, nil),
        Sample("application/json", "a=1", nil),
        Sample(
            "application/x-ndjson",
            "{\"a\":1}\n\n{\"sig\":\"x\"}\r\n",
            "{\"a\":1}\n\n{\"sig\":\"…\"}\n"
        ),
        Sample("application/jsonl", "{\"a\":1}\n{\"sig\":", nil),
        Sample("application/json-seq", "\u{1E}{\"code\":\"x\"}\n", "\u{1E}{\"code\":\"…\"}\n"),
        Sample(
            "application/x-www-form-urlencoded",
            "name=Ana&user%5Bpassword%5D=x%26y&cvv=1",
            "name=Ana&user%5Bpassword%5D=…&cvv=…"
        ),
        Sample(
            "text/xml; charset=utf-8",
            "<?xml version='1.0'?><a b='1' token=\"x>y\"><wsse:Password xmlns:wsse='u'>x<b>y</b>"
                + "</wsse:Password><c>z &amp; <![CDATA[<pin>]]></c><pin/><!-- pin=1 --><?pin 1?></a>",
            "<?xml version='1.0'?><a b='1' token=\"…\"><wsse:Password xmlns:wsse='u'>…"
                + "</wsse:Password><c>z &amp;…</c><pin/></a>"
        ),
        Sample(
            "application/soap+xml",
            "<a><secret><secret>x</secret>y</secret><b secret = 'x' c='1'/></a>",
            "<a><secret>…</secret><b secret = '…' c='1'/></a>"
        ),
        Sample("application/xml", "<a><pin>1</a>", nil),
        Sample("text/xml", "<a>z &amp; <![CDATA[<b>]]></a>", "<a>z &amp; <![CDATA[<b>]]></a>"),
        Sample("application/xml", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", nil),
        Sample("text/html", "<p>Hello", "<p>Hello"),
        Sample("text/html", "<input name=password value=x>", nil),
        Sample("text/plain", "two lines\nof text", "two lines\nof text"),
        Sample("text/plain", "pin: 1234", nil), Sample("text/plain", "a=1 code=2", nil),
        Sample("text/plain", "zip code 03001", nil), Sample("text/plain", "zipcode=1", "zipcode=1"),
        Sample("text/csv", "name,contraseña\nana,x\n", nil),
        Sample("multipart/form-data; boundary=b", "--b\r\n\r\nx\r\n--b--", nil),
        Sample("application/octet-stream", "abc", nil),
        Sample("image/png", "abc", nil),
        Sample("image/svg+xml", "<svg token='x'/>", "<svg token='…'/>"),
        Sample(nil, #"{"token":"x"}"#, #"{"token":"…"}"#),
        Sample(nil, "hello", "hello"),
        Sample(nil, "token=x", nil),
        Sample(nil, "p%61ssword=x", nil),
        Sample(nil, #"{"p\u0061ssword":"x""#, nil),
        Sample(nil, "", ""),
        Sample("application/json", "", ""),
    ]

    static let nested = [
        Sample("application/json", #"{"a":1,"a":{"password":"x"}}"#, nil),
        Sample(
            "application/json",
            #"{"body":"{\"password\":\"x\",\"a\":1}","b":"{\"pin\":"}"#,
            #"{"body":"{\"password\":\"…\",\"a\":1}","b":"…"}"#
        ),
        Sample("application/json", #"{"a":"<pin>1</pin>"}"#, #"{"a":"<pin>…</pin>"}"#),
        Sample(
            "application/json",
            #"[{"name":"password","value":"x","note":null},{"key":"pin","text":1}]"#,
            #"[{"name":"password","value":"…","note":null},{"key":"…","text":"…"}]"#
        ),
        Sample(
            "application/json",
            #"[{"op":"add","path":"/password","value":"x"}]"#,
            #"[{"op":"…","path":"/password","value":"…"}]"#
        ),
        Sample(
            "application/json",
            #"[{"id":7,"name":"Key West","lat":24.5},{"path":"/keys","size":1}]"#,
            #"[{"id":7,"name":"Key West","lat":24.5},{"path":"/keys","size":1}]"#
        ),
        Sample(
            "application/json",
            #"{"next":"%2Fcb%253Ftoken%253Dx"}"#,
            #"{"next":"%2Fcb%253Ftoken%253D…"}"#
        ),
        Sample(
            "application/x-www-form-urlencoded",
            #"{"a":"b&c","password":"x&y"}"#,
            #"{"a":"b&c","password":"…"}"#
        ),
        Sample(
            "application/xml",
            "<r><apiKey value='x'/><Password Text='x'>x</Password><b xmlnsToken='x'/></r>",
            "<r><apiKey value='…'/><Password Text='…'>…</Password><b xmlnsToken='…'/></r>"
        ),
        Sample(
            "application/xml",
            "<r><![CDATA[<Password>x</Password>]]></r>",
            "<r>&lt;Password&gt;…&lt;/Password&gt;</r>"
        ),
        Sample(
            "application/xml",
            "<r>&lt;Pass<!-- -->word&gt;x&lt;/Password&gt;</r>",
            "<r>&lt;Password&gt;…&lt;/Password&gt;</r>"
        ),
        Sample("application/xml", "<r>&amp;lt;pin>x&amp;lt;/pin></r>", "<r>…</r>"),
        Sample(
            "application/xml",
            "<r><a>https://a/b?token=x</a><a href=\"https://a/b?token=x&amp;y=1\"/></r>",
            "<r><a>https://a/b?token=…</a><a href=\"https://a/b?token=…&amp;y=1\"/></r>"
        ),
        Sample(
            "application/xml",
            "<r><add key='ApiKey' value='x'/><e key='password'>x<b/></e><c name='pin'/></r>",
            "<r><add key='…' value='…'/><e key='…'>…</e><c name='pin'/></r>"
        ),
        Sample(
            "application/xhtml+xml",
            "<p><input name='password' value='x'/><b name='Key West'>x</b></p>",
            "<p><input name='password' value='…'/><b name='Key West'>x</b></p>"
        ),
        Sample(
            "application/xml",
            "<r><m><name>pin</name><value><int>1</int></value></m><name>Key West</name><a>1</a></r>",
            "<r><m><name>pin</name><value>…</value></m><name>Key West</name><a>1</a></r>"
        ),
        Sample("text/plain", #"{"p\u0061ssword":"x"}"#, nil),
        Sample("text/event-stream", "data: {\"p\\u0061ssword\":\"x\"}\n\n", nil),
        Sample("text/plain", "p%61ssword=x", nil), Sample("text/plain", #"C:\token"#, nil),
        Sample("text/html", "<p>&#112;in: 1", nil), Sample("text/html", "<p>&#x70in: 1", nil),
        Sample("text/html", "<a href='/a%20b?x&amp;y'>50%", "<a href='/a%20b?x&amp;y'>50%"),
    ]

    @Test(arguments: samples + nested)
    func `has its secrets replaced, or is nil if they cannot be recognized safely`(
        _ sample: Sample
    ) {
        let shown = SecretMask.ellipsis.content(
            Array(sample.content.utf8),
            sample.type.flatMap { MediaType($0) }
        )
        #expect(shown.map { String(decoding: $0, as: UTF8.self) } == sample.shown)
    }

    @Test func `is nil for bytes that are not text`() {
        #expect(SecretMask.ellipsis.content([0xFF, 0xFE], nil) == nil)
        #expect(SecretMask.ellipsis.content([0x7B, 0xFF, 0x7D], .json) == nil)
    }

    /// If a key occurs twice, only one value is read; the other one must not be shown either.
    @Test func `shows no value of a secret key that occurs twice`() {
        let content = Array(#"{"pin":"x","pin":null}"#.utf8)
        let shown = SecretMask.ellipsis.content(content, .json)
        #expect(shown.map { String(decoding: $0, as: UTF8.self).contains("x") } != true)
    }

    private static func masking(
        _ type: String,
        _ name: String,
        _ make: @escaping @Sendable (String) -> String
    ) -> Attack {
        Attack("\(type): \(name)", 1_000) { size in
            let content = Array(make(String(repeating: "\u{301}\u{323}", count: size)).utf8)
            let type = try #require(MediaType(type))
            return { _ = SecretMask.ellipsis.content(content, type) }
        }
    }

    private static func masking(_ type: String, repeated text: String) -> Attack {
        masking(type, text) { String(repeating: text, count: $0.unicodeScalars.count) }
    }

    /// A text of combining marks is one `Character`.
    ///
    /// Comparing such texts character by character would take the square of their length.
    static let attacks = [
        masking("text/plain", "marks") { "\($0) a" },
        masking("application/json", "marks") { "{\"\($0)\":\"=\($0)\"}" },
        masking("application/x-www-form-urlencoded", "marks") { "a\($0)=\($0)" },
        masking("application/xml", "marks") { "<a b='=\($0)'>=\($0)</a>" },
        masking("application/x-www-form-urlencoded", repeated: "%25"),
        masking("application/x-www-form-urlencoded", repeated: "{="),
        masking("text/html", repeated: "&#1"),
    ]

    @Test(arguments: attacks)
    func `takes at most 24 times the CPU time for eight times the size`(_ attack: Attack) throws {
        let ratio = try attack.effort(attack.size * 8) / attack.effort(attack.size)
        #expect(ratio <= 24, "\(attack.size) and eight times as many")
    }

    @Test func `masking is complete for deep nesting and many comments, attributes or pairs`() {
        let deep =
            String(repeating: "<a b='1'>", count: 200) + String(repeating: "</a>", count: 200)
        #expect(SecretMask.ellipsis.content(Array(deep.utf8), .xml) == Array(deep.utf8))
        let comments = "<a>" + String(repeating: "<!---->", count: 20_000) + "</a>"
        #expect(SecretMask.ellipsis.content(Array(comments.utf8), .xml) == Array("<a></a>".utf8))
        let attributes = "<a " + (0..<200).map { "pin\($0)='x'" }.joined(separator: " ") + "/>"
        let shown = SecretMask.ellipsis.content(Array(attributes.utf8), .xml) ?? []
        #expect(shown.count == attributes.utf8.count + 200 * 2)
        let query = String(repeating: "a=", count: 5_000)
        #expect(SecretMask.ellipsis.pairs(query) == query)
    }
}
