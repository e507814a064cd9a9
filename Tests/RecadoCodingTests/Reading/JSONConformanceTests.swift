// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RecadoCoding

@Suite struct `JSON conformance` {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]

        var testDescription: String { name }

        static let all: [Case] = {
            let folder = Bundle.module.bundleURL.appending(path: "Fixtures/JSON/test_parsing")
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
            return (names ?? []).sorted().compactMap { name in
                (try? Data(contentsOf: folder.appending(path: name))).map {
                    Case(name: name, bytes: Array($0))
                }
            }
        }()

        static func named(_ letter: String) -> [Case] { all.filter { $0.name.hasPrefix(letter) } }
    }

    /// The documents that a JSON parser may accept or refuse, and that this parser accepts.
    ///
    /// It refuses all others of that kind.
    static let accepted: Set<String> = [
        // Numbers are kept as they are written; the model's type decides whether one fits.
        "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json",
        "i_number_neg_int_huge_exp.json", "i_number_pos_double_huge_exp.json",
        "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json",
        "i_number_real_underflow.json", "i_number_too_big_neg_int.json",
        "i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json",
        // The parser also reads UTF-16, and UTF-8 with a byte order mark.
        "i_string_UTF-16LE_with_BOM.json", "i_string_utf16BE_no_BOM.json",
        "i_string_utf16LE_no_BOM.json", "i_structure_UTF-8_BOM_empty_object.json",
        // The nesting is within the limit of depth.
        "i_structure_500_nested_arrays.json",
    ]

    @Test func `all documents of the test suite are present`() {
        #expect(Case.named("y").count == 95)
        #expect(Case.named("n").count == 188)
        #expect(Case.named("i").count == 35)
    }

    @Test(arguments: Case.named("y"))
    func `valid documents are accepted`(_ document: Case) throws {
        _ = try JSON().value(from: document.bytes)
    }

    @Test(arguments: Case.named("n"))
    func `invalid documents are refused`(_ document: Case) {
        #expect(throws: CodingError.self) { try JSON().value(from: document.bytes) }
    }

    @Test(arguments: Case.named("i"))
    func `documents that RFC 8259 leaves open are accepted or refused as listed`(_ document: Case) {
        if Self.accepted.contains(document.name) {
            #expect(throws: Never.self) { try JSON().value(from: document.bytes) }
        } else {
            #expect(throws: CodingError.self) { try JSON().value(from: document.bytes) }
        }
    }

    @Test(arguments: Case.named("n"))
    func `an invalid document is refused even if the model skips it`(_ document: Case) {
        struct Nothing: Decodable {
            init(from decoder: any Decoder) throws {}
        }
        #expect(throws: CodingError.self) {
            try JSON().decode(Nothing.self, from: document.bytes)
        }
    }

    @Test func `UTF-16 and UTF-32 are read like UTF-8`() throws {
        let text = "{\"título\":\"Солярис 🪐\"}"
        let expected = try JSON().value(from: text)
        let encodings: [String.Encoding] = [
            .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian, .utf16,
            .utf32,
        ]
        for encoding in encodings {
            let data = try #require(text.data(using: encoding))
            #expect(try JSON().value(from: Array(data)) == expected)
        }
        #expect(throws: CodingError.self) {
            try JSON().value(from: [0xFE, 0xFF, 0x00, 0x22, 0xD8, 0x00, 0x00, 0x22])
        }
        #expect(throws: CodingError.self) { try JSON().value(from: [0xFF, 0xFE, 0x31]) }
    }
}
