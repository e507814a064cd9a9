// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Content negotiation` {
    struct Case: Sendable, CustomTestStringConvertible {
        var accept: String
        var available: [MediaType]
        var best: MediaType?
        var testDescription: String { "\(accept) → \(best?.description ?? "nothing")" }

        init(_ accept: String, _ available: [MediaType], _ best: MediaType?) {
            (self.accept, self.available, self.best) = (accept, available, best)
        }
    }

    static let cases = [
        Case("*/*", [.json, .xml], .json),
        Case("", [.json, .xml], .json),
        Case("application/xml", [.json, .xml], .xml),
        Case("APPLICATION/XML", [.json, .xml], .xml),
        Case("application/xml, */*;q=0.1", [.json, .xml], .xml),
        Case("application/json, text/plain, */*", [.xml, .json], .json),
        Case("application/xml;q=0.9, application/json;q=0.901", [.xml, .json], .json),
        Case("application/*, application/json;q=0", [.json, .xml], .xml),
        Case("*/*, application/json;q=0", [.json], nil),
        Case("text/*", [.json, .html], .html),
        Case("image/png", [.json, .html], nil),
        Case("*/*;q=0", [.json], nil),
        Case("text/html;level=1", [.html], .html),
        Case("application/json; charset=utf-8", [.xml, .json], .json),
        Case("application/json; charset=utf-8, application/xml", [.json, .xml], .json),
        Case("application/json; a=b; q=0, */*", [.json, .xml], .json),
        Case("text/html;level=1;q=0.1, text/html, application/json;q=0.5", [.json, .html], .html),
        Case(
            "application/json;charset=UTF-8",
            [.json.setting("charset", to: "utf-8")],
            .json.setting("charset", to: "utf-8")
        ),
        Case("application/xml; Q=0.2, application/json;q=0.3", [.xml, .json], .json),
        Case("application/xml;q=0.3;ext=1, application/json", [.xml, .json], .json),
        Case("strange, ;;, application/xml;q=2, */html, application/json", [.xml, .json], .json),
        Case("strange", [.json], .json),
        Case(
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            [.json, .xml],
            .xml
        ),
        Case("application/vnd.api+json", [.json, .jsonAPI], .jsonAPI),
    ]

    @Test(arguments: cases)
    func `the available type with the highest quality is chosen`(_ sample: Case) {
        let accept = Accept([.accept: sample.accept])
        #expect(accept.best(of: sample.available) == sample.best)
    }

    @Test func `the example of RFC 9110 yields the stated quality values`() throws {
        let accept = Accept([
            .accept: "text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed",
            .accept: "text/plain;format=fixed;q=0.4, */*;q=0.5",
        ])
        let expected: [(String, Int)] = [
            ("text/plain;format=flowed", 1000), ("text/plain", 700), ("text/html", 300),
            ("image/jpeg", 500), ("text/plain;format=fixed", 400), ("text/html;level=3", 300),
        ]
        for (text, thousandths) in expected {
            let type = try #require(MediaType(text))
            #expect(accept.quality(of: type).thousandths == thousandths, "\(text)")
        }
    }

    @Test func `a missing Accept field accepts every type`() {
        let accept = Accept(Fields())
        #expect(accept.quality(of: .png) == .full)
        #expect(accept.best(of: []) == nil)
        #expect("\(accept)" == "*/*")
    }

    @Test func `media ranges after the hundredth are ignored`() {
        let many = Array(repeating: "a/b", count: 100).joined(separator: ",") + ", text/html"
        let accept = Accept([.accept: many])
        #expect(accept.ranges.count == 100)
        #expect(accept.quality(of: .html) == .none)
    }

    @Test(
        arguments: [
            ("0", 0), ("1", 1000), ("0.", 0), ("1.", 1000), ("0.5", 500), ("0.85", 850),
            ("0.001", 1), ("1.000", 1000),
        ]
    )
    func `quality values are parsed and written`(_ text: String, _ thousandths: Int) throws {
        let quality = try #require(Quality(text))
        #expect(quality.thousandths == thousandths)
        #expect(Quality(quality.description) == quality)
    }

    @Test(arguments: [
        "", ".5", "2", "1.1", "1.001", "0.0001", "-0", "+1", "0,5", "0.5 ", "0.a", "00", "1e0",
    ])
    func `malformed quality values are refused`(_ text: String) {
        #expect(Quality(text) == nil)
    }

    @Test func `Accept-Language and Accept-Encoding yield quality values`() {
        let fields: Fields = [
            .acceptLanguage: "es-ES, es;q=0.9, en;q=0.8, *;q=0.1, de;q=x",
            .acceptEncoding: "gzip, br;q=0",
        ]
        let languages = QualityValues(fields[list: .acceptLanguage])
        #expect(languages.quality(ofLanguage: "es-AR")?.thousandths == 900)
        #expect(languages.quality(ofLanguage: "ES-es-x-a")?.thousandths == 1000)
        #expect(languages.quality(ofLanguage: "fr")?.thousandths == 100)
        #expect(languages.members.count == 4)
        #expect("\(languages)" == "es-es, es;q=0.9, en;q=0.8, *;q=0.1")
        let codings = QualityValues(fields[list: .acceptEncoding])
        #expect(codings.quality(of: "GZIP") == .full)
        #expect(codings.quality(of: "br") == Quality.none)
        #expect(codings.quality(of: "deflate") == nil)
    }
}
