// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Media types` {
    @Test func `type, subtype, suffix and parameters are parsed`() throws {
        let type = try #require(MediaType("Application/Problem+JSON ; Charset=\"ut\\f-8\";v=1"))
        #expect(type.type == "application")
        #expect(type.subtype == "problem+json")
        #expect(type.essence == "application/problem+json")
        #expect(type.suffix == "json")
        #expect(type.parameters["CHARSET"] == "utf-8")
        #expect(type.description == "application/problem+json; charset=utf-8; v=1")
        #expect(type.isJSON)
        #expect(!type.isXML)
    }

    @Test(
        arguments: [
            ("text/html;", "text/html"), ("text/html; ; ;a=b", "text/html; a=b"),
            (" text/html ", "text/html"), ("a/b;c=\"\"", "a/b; c=\"\""),
            ("a/b;c=\"d;e, f\"", "a/b; c=\"d;e, f\""),
            ("a/b;c=\"\\\"\\\\\"", "a/b; c=\"\\\"\\\\\""),
            ("multipart/form-data; boundary=\"a b\"", "multipart/form-data; boundary=\"a b\""),
            ("a/b;title=\"Camión\"", "a/b; title=\"Camión\""),
        ]
    )
    func `parameters are parsed and written`(_ text: String, _ written: String) throws {
        let type = try #require(MediaType(text))
        #expect(type.description == written)
        #expect(MediaType(written) == type)
    }

    @Test(
        arguments: [
            "", "text", "text/", "/html", "text/html/x", "text /html", "text/ html", "*/*",
            "text/*",
            "text/html charset=utf-8", "text/html;charset", "text/html;charset=", "text/html;=a",
            "text/html;charset =utf-8", "text/html;charset= utf-8", "text/html;a=\"b",
            "text/html;a=\"b\"c",
            "text/html, text/plain", "text/html;a=b\r\nX: y", "text/html;a=\"\n\"", "téxt/html",
            "text/html;a=\"b\\", "text/html;a=b c",
        ]
    )
    func `malformed media types are refused`(_ text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test func `equality ignores order, quotes and the case of names and charset`() {
        #expect(
            MediaType("TEXT/HTML;charset=UTF-8;a=b")
                == MediaType("text/html; a=b; charset=\"utf-8\"")
        )
        #expect(MediaType("text/html;a=B") != MediaType("text/html;a=b"))
        #expect(MediaType("text/html;a=b") != .html)
        #expect(MediaType("text/html;a=b")?.hasSameEssence(as: .html) == true)
        #expect(Set([MediaType.json, .json.setting("charset", to: "utf-8"), .json]).count == 2)
    }

    @Test func `parameters are set, removed and quoted`() {
        let type = MediaType.html.setting("charset", to: "utf-8").setting("x", to: "a\r\nb\"")
        #expect(type.description == "text/html; charset=utf-8; x=\"a  b\\\"\"")
        #expect(
            type.setting("x", to: nil).setting("CHARSET", to: "a").description
                == "text/html; charset=a"
        )
        #expect(MediaType.html.setting("no token", to: "a") == .html)
    }

    @Test func `predefined types are recognized as JSON or XML`() {
        #expect(MediaType("application/vnd.api+json") == .jsonAPI)
        #expect(MediaType("application/x-www-form-urlencoded") == .form)
        for type in [.json, .jsonAPI, .problemJSON] as [MediaType] { #expect(type.isJSON) }
        for type in [.xml, .textXML, .soap, .svg, .problemXML] as [MediaType] {
            #expect(type.isXML)
        }
        #expect(MediaType.html.suffix == nil)
        #expect(MediaType("a/b+")?.suffix == nil)
    }

    @Test func `a type matches a media range only with the same parameters`() throws {
        let range = try #require(MediaRange("text/html;level=1;q=0.5"))
        #expect(MediaType.html.setting("level", to: "1").matches(range))
        #expect(!MediaType.html.matches(range))
        #expect(range.quality == Quality(thousandths: 500))
        #expect("\(range)" == "text/html; level=1;q=0.5")
    }
}
