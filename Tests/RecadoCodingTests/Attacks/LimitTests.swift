// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

/// Tests how far a reader goes into hostile input before it refuses it: in bytes, not in seconds.
@Suite(.timeLimit(.minutes(1))) struct `Limits on hostile input` {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: CodingError.Code
        /// The most bytes that may precede the place at which the reader refuses.
        let most: Int
        let read: @Sendable () throws(CodingError) -> Void

        init(
            _ name: String,
            _ code: CodingError.Code,
            within most: Int,
            _ read: @escaping @Sendable () throws(CodingError) -> Void
        ) {
            (testDescription, self.code, self.most, self.read) = (name, code, most, read)
        }
    }

    @Test(arguments: json + xml + forms)
    func `hostile input is refused soon after it exceeds a limit`(
        _ attack: Case
    ) throws {
        let failure = try #require(throws: CodingError.self) { try attack.read() }
        #expect(failure.code == attack.code)
        let offset = try #require(failure.offset)
        #expect(offset <= attack.most, "refused at byte \(offset)")
        #expect(failure.description.utf8.count < 1_000)
    }

    private static func many(_ text: String, _ count: Int = 100_000) -> String {
        String(repeating: text, count: count)
    }

    // MARK: - JSON

    private static let json: [Case] = [
        Case("JSON: arrays in each other", .tooDeep, within: 512) { () throws(CodingError) in
            _ = try JSON().value(from: many("["))
        },
        Case("JSON: objects in each other", .tooDeep, within: 512 * 5) {
            () throws(CodingError) in
            _ = try JSON().value(from: many("{\"a\":"))
        },
        Case("JSON: values", .tooLarge, within: 2_200) { () throws(CodingError) in
            var json = JSON()
            json.limits.nodes = 1_000
            _ = try json.value(from: "[\(many("0,"))0]")
        },
    ]

    // MARK: - XML

    private static let open: XML = {
        var xml = XML()
        xml.doctype = .internalSubset
        // With the default of 8 MiB the test would take a minute under a sanitizer.
        xml.limits.amplificationThreshold = 1 << 18
        return xml
    }()

    private static let xml: [Case] = [
        Case("XML: elements in each other", .tooDeep, within: 256 * 3) {
            () throws(CodingError) in
            _ = try XML().value(from: many("<a>"))
        },
        Case("XML: attributes", .tooLarge, within: 1_001 * 10) { () throws(CodingError) in
            _ = try XML().value(
                from: "<a \((0..<100_000).map { "b\($0)=''" }.joined(separator: " "))/>"
            )
        },
        Case("XML: a long name", .tooLarge, within: 1_010) { () throws(CodingError) in
            _ = try XML().value(from: "<\(many("a"))/>")
        },
        Case("XML: entities of entities", .tooLarge, within: 1_500) { () throws(CodingError) in
            let levels = (0..<12).map { level in
                "<!ENTITY l\(level + 1) '\(many("&l\(level);", 10))'>"
            }
            let subset = "<!ENTITY l0 'lol'>\(levels.joined())"
            _ = try open.value(from: "<!DOCTYPE a [\(subset)]><a>&l12;</a>")
        },
        Case("XML: a long entity many times", .tooLarge, within: 100_000 + 400) {
            () throws(CodingError) in
            let subset = "<!ENTITY l '\(many("x"))'>"
            _ = try open.value(from: "<!DOCTYPE a [\(subset)]><a>\(many("&l;"))</a>")
        },
        Case("XML: a long default many times", .tooLarge, within: 100_000 + 500) {
            () throws(CodingError) in
            let subset = "<!ATTLIST b c CDATA '\(many("x"))'>"
            _ = try open.value(from: "<!DOCTYPE a [\(subset)]><a>\(many("<b/>"))</a>")
        },
    ]

    // MARK: - Forms

    private static let forms: [Case] = [
        Case("form: parameters", .tooLarge, within: 1_001 * 6) { () throws(CodingError) in
            let pairs = (0..<100_000).map { "k\($0)=" }.joined(separator: "&")
            _ = try URLEncodedForm().value(from: Array(pairs.utf8))
        },
        Case("form: one parameter again and again", .tooLarge, within: 1_001 * 4) {
            () throws(CodingError) in
            _ = try URLEncodedForm().value(from: Array(many("a=1&").utf8))
        },
        Case("form: a name of many levels", .tooDeep, within: 200) { () throws(CodingError) in
            var form = URLEncodedForm()
            form.limits.keyBytes = .max
            _ = try form.value(from: Array("a\(many("[b]"))=1".utf8))
        },
    ]
}
