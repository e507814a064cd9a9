// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoMultipart
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) struct `Cost of hostile input` {
    /// For eight times the size, linear work takes eight times as long, and quadratic work 64
    /// times.
    ///
    /// The bound of 24 lies between them, with room for a processor that other programs also use.
    @Test(arguments: json + xml + forms + multipart + streams)
    func `input eight times as large takes at most 24 times the CPU time`(_ attack: Attack) throws {
        let ratio = try attack.effort(attack.size * 8) / attack.effort(attack.size)
        #expect(ratio <= 24, "\(attack.size) and eight times as many")
    }

    private struct Fifty: Decodable {
        var k0: Int?, k1: Int?, k2: Int?, k3: Int?, k4: Int?, k5: Int?, k6: Int?, k7: Int?
        var k8: Int?, k9: Int?, k10: Int?, k11: Int?, k12: Int?, k13: Int?, k14: Int?, k15: Int?
        var k16: Int?, k17: Int?, k18: Int?, k19: Int?, k20: Int?, k21: Int?, k22: Int?, k23: Int?
        var k24: Int?, k25: Int?, k26: Int?, k27: Int?, k28: Int?, k29: Int?, k30: Int?, k31: Int?
        var k32: Int?, k33: Int?, k34: Int?, k35: Int?, k36: Int?, k37: Int?, k38: Int?, k39: Int?
        var k40: Int?, k41: Int?, k42: Int?, k43: Int?, k44: Int?, k45: Int?, k46: Int?, k47: Int?
        var k48: Int?, k49: Int?
    }

    // MARK: - JSON

    private static func json<T: Decodable & Sendable>(
        _ name: String,
        _ type: T.Type = Value.self,
        _ size: Int = 500,
        _ make: @escaping @Sendable (Int) -> String
    ) -> Attack {
        Attack("JSON: \(name)", size) { size in
            let bytes = Array(make(size).utf8)
            return { _ = try JSON().decode(type, from: bytes) }
        }
    }

    private static func object(_ size: Int, _ key: (Int) -> String) -> String {
        "{" + Attack.many(size, ",") { "\"\(key($0))\":\($0)" } + "}"
    }

    static let json: [Attack] = [
        json("many keys as a value") { object($0) { "k\($0)" } },
        json("many keys as a dictionary", [String: Int].self) { object($0) { "k\($0)" } },
        json("many keys against a model of fifty", Fifty.self, 1_500) { object($0) { "k\($0)" } },
        json("many unknown keys against a model of fifty", Fifty.self, 1_500) {
            object($0) { "x\($0)" }
        },
        json("one key many times", Fifty.self, 1_500) { object($0) { _ in "k7" } },
        json("one key many times as a dictionary", [String: Int].self) { object($0) { _ in "k7" } },
        json("keys that differ in their last byte", [String: Int].self, 250) {
            object($0) { String(repeating: "a", count: 60) + "\($0)" }
        },
        json("keys with escapes") { object($0) { "\\u006b\($0)" } },
        json("a number of many digits", Value.self, 15_000) { String(repeating: "7", count: $0) },
        json("a fraction of many digits", Double.self, 15_000) {
            "0." + String(repeating: "7", count: $0)
        },
        json("a number of many zeros", Double.self, 15_000) {
            "1" + String(repeating: "0", count: $0) + "e-\($0)"
        },
        json("a text of escapes", String.self, 3_750) {
            "\"" + String(repeating: "\\n", count: $0) + "\""
        },
        json("many links", JSONAPI.Links.self) {
            "{" + Attack.many($0, ",") { "\"l\($0)\":\"x\"" } + "}"
        },
        Attack("JSON: a key of many marks as a dictionary", 2_000) { size in
            let marks = String(repeating: "\u{301}\u{323}", count: size)
            let bytes = Array("{\"a\(marks)\":1}".utf8)
            return {
                #expect(throws: CodingError.self) {
                    try JSON().decode([String: Int].self, from: bytes)
                }
            }
        },
        json("many lists") { "[" + Attack.many($0, ",") { _ in "[[]]" } + "]" },
    ]

    // MARK: - XML

    private static func xml<T: Decodable & Sendable>(
        _ name: String,
        _ type: T.Type = Value.self,
        _ size: Int = 375,
        _ make: @escaping @Sendable (Int) -> String
    ) -> Attack {
        Attack("XML: \(name)", size) { size in
            let bytes = Array(make(size).utf8)
            var xml = XML()
            xml.doctype = .internalSubset
            (xml.limits.attributes, xml.limits.namespaces) = (.max, 32_000)
            return { [xml] in _ = try xml.decode(type, from: bytes) }
        }
    }

    static let xml: [Attack] = [
        xml("many attributes") { "<a \(Attack.many($0, " ") { "b\($0)=''" })/>" },
        xml("many attributes with prefixes", Value.self, 250) {
            "<a xmlns:p='u' \(Attack.many($0, " ") { "p:b\($0)=''" })/>"
        },
        xml("many namespaces") { "<a \(Attack.many($0, " ") { "xmlns:p\($0)='u\($0)'" })/>" },
        xml("many scopes") { "<a>" + Attack.many($0) { _ in "<p:b xmlns:p='u'/>" } + "</a>" },
        xml("many names") { "<a>" + Attack.many($0) { "<b\($0)/>" } + "</a>" },
        xml("many names against a model of fifty", Fifty.self, 1_250) {
            "<a>" + Attack.many($0) { "<b\($0)/>" } + "</a>"
        },
        xml("one name many times") { "<a>" + Attack.many($0) { "<b>\($0)</b>" } + "</a>" },
        xml("two names by turns") { "<a>" + Attack.many($0) { _ in "<b/><c/>" } + "</a>" },
        xml("text and elements by turns") { "<a>" + Attack.many($0) { _ in "text<b/>" } + "</a>" },
        xml("many references") { "<a>" + Attack.many($0) { _ in "&#65;&amp;" } + "</a>" },
        xml("many sections") { "<a>" + Attack.many($0) { _ in "<![CDATA[]]]]>x" } + "</a>" },
        xml("many comments in a text") { "<a>" + Attack.many($0) { _ in "x<!-- -->" } + "</a>" },
        xml("many brackets", Value.self, 3_750) { "<a>" + Attack.many($0) { _ in "]]" } + "</a>" },
        xml("many entities") { count in
            let entities = Attack.many(count) { "<!ENTITY e\($0) 'x'>" }
            return "<!DOCTYPE a [\(entities)]><a>\(Attack.many(count) { "&e\($0);" })</a>"
        },
        xml("many defaults") { count in
            "<!DOCTYPE a [\(Attack.many(count) { "<!ATTLIST a b\($0) CDATA 'x'>" })]><a/>"
        },
        xml("one attribute declared many times") { count in
            "<!DOCTYPE a [\(Attack.many(count) { _ in "<!ATTLIST a b CDATA 'x'>" })]><a/>"
        },
    ]

    // MARK: - Forms

    private static func form<T: Decodable & Sendable>(
        _ name: String,
        _ type: T.Type = Value.self,
        _ size: Int = 500,
        _ pair: @escaping @Sendable (Int) -> String
    ) -> Attack {
        Attack("form: \(name)", size) { size in
            let bytes = Array(Attack.many(size, "&", pair).utf8)
            var form = URLEncodedForm()
            (form.limits.pairs, form.limits.index, form.limits.bytes) = (.max, .max, .max)
            return { [form] in _ = try form.decode(type, from: bytes) }
        }
    }

    static let forms: [Attack] = [
        form("many names") { "k\($0)=1" },
        form("many names against a model of fifty", Fifty.self) { "x\($0)=1" },
        form("one name many times") { _ in "a=1" },
        form("one name many times against a model of fifty", Fifty.self) { _ in "k1=1" },
        form("one list") { _ in "a[]=1" },
        form("a list backwards") { "a[\(100_000 - $0)]=1" },
        form("a list of objects") { "a[][k\($0 % 7)]=1" },
        form("names with many levels", Value.self, 125) { "a\($0)[b][c][d][e][f][g]=1" },
        form("empty pairs", Value.self, 3_750) { _ in "" },
        form("escapes", Value.self, 500) { "a\($0)=%41%42%zz%%+" },
    ]

    // MARK: - Multipart

    private static func parts(
        _ name: String,
        _ size: Int = 250,
        _ part: @escaping @Sendable (Int) -> String
    ) -> Attack {
        Attack("multipart: \(name)", size) { size in
            let text = Attack.many(size, "\r\n") { "--x\r\n\(part($0))" }
            let bytes = Array((text + "\r\n--x--").utf8)
            var limits = Multipart.Limits()
            (limits.parts, limits.fields, limits.headBytes) = (.max, .max, .max)
            var form = MultipartForm()
            form.limits = limits
            let boundary = try #require(Multipart.Boundary("x"))
            return { [form] in _ = try form.decode(Value.self, from: bytes, boundary: boundary) }
        }
    }

    static let multipart: [Attack] = [
        parts("many parts") { "Content-Disposition: form-data; name=a\($0)\r\n\r\n1" },
        parts("one name many times") { _ in "Content-Disposition: form-data; name=a\r\n\r\n1" },
        parts("near boundaries") {
            "Content-Disposition: form-data; name=a\($0)\r\n\r\n\r\n--\r\n-x\r\n--y\r\r\r\n-"
        },
        Attack("multipart: many fields", 500) { size in
            let fields = Attack.many(size) { "A\($0): b\r\n" }
            let bytes = Array("--x\r\n\(fields)\r\n\r\n--x--".utf8)
            var limits = Multipart.Limits()
            (limits.fields, limits.headBytes) = (.max, .max)
            return { [limits] in _ = try MultipartSample.read(bytes, limits: limits) }
        },
    ]

    // MARK: - Streams

    /// Scans a stream that comes one byte at a time.
    private static func bytewise<Scanner: RecordScanner>(
        _ name: String,
        size: Int = 1_500,
        _ makeScanner: @escaping @autoclosure @Sendable () throws -> Scanner,
        _ make: @escaping @Sendable (Int) -> String
    ) -> Attack {
        Attack("byte by byte: \(name)", size) { size in
            let bytes = Array(make(size).utf8)
            return {
                var scanner = try makeScanner()
                for byte in bytes {
                    scanner.feed([byte])
                    while try scanner.next() != nil {}
                }
            }
        }
    }

    private static func multipartReader() throws -> Multipart.Reader {
        var limits = Multipart.Limits()
        (limits.parts, limits.fields, limits.headBytes) = (.max, .max, .max)
        return Multipart.Reader(boundary: try #require(Multipart.Boundary("x")), limits: limits)
    }

    private static let text = "Content-Disposition: form-data; name=a\r\n"

    static let streams: [Attack] = [
        bytewise("a long line of JSON", JSON.LineScanner()) {
            "\"\(String(repeating: "x", count: $0))\""
        },
        bytewise("a long value of a JSON sequence", JSON.SequenceScanner()) {
            "\u{1E}\"\(String(repeating: "x\n", count: $0))\""
        },
        bytewise("deep elements of JSON", size: 1_250, JSON.ElementScanner()) {
            "[[\(Attack.many($0, ",") { "\($0)" })]]"
        },
        bytewise("a long header of CSV", CSV.Scanner()) { Attack.many($0) { _ in "a," } },
        bytewise("a long field of CSV", CSV.Scanner()) {
            "a,b\n\"\(Attack.many($0) { _ in "x\"\"\n" })"
        },
        bytewise("a long head of a part", try multipartReader()) {
            "--x\r\n" + text + Attack.many($0) { _ in "a: b\r\n" }
        },
        bytewise("near boundaries of a part", try multipartReader()) {
            "--x\r\n\(text)\r\n" + Attack.many($0) { _ in "\r\r\n--\r\n-" }
        },
        bytewise("a long text of XML", XML().pushReader()) {
            "<a>" + String(repeating: "x\r", count: $0)
        },
        bytewise("many elements of XML", XML().pushReader()) {
            "<a>" + Attack.many($0) { "<b c='\($0)'/>" }
        },
        bytewise("a long element of XML", XML.ElementScanner(XML(), named: nil, at: "")) {
            "<a><b>" + Attack.many($0) { "<c>\($0)</c>" }
        },
    ]
}
