// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Validation of UTF-8 in pieces` {
    /// Returns whether bytes that come in two pieces are valid UTF-8.
    private func isText(_ bytes: [UInt8], cut: Int) -> Bool {
        var validator = IncrementalUTF8Validator()
        return validator.validate(Array(bytes[..<cut]).span)
            && validator.validate(Array(bytes[cut...]).span) && validator.isComplete
    }

    @Test(arguments: [
        "", "a", "é", "\u{80}\u{7FF}", "\u{800}\u{FFFF}\u{D7FF}\u{E000}", "\u{10000}\u{10FFFF}",
        "aé\u{20AC}\u{1F3AC}z",
        "\u{FEFF}\u{FFFE}\u{0}",
    ])
    func `valid text is accepted wherever it is split`(_ text: String) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count { #expect(isText(bytes, cut: cut), "cut at \(cut)") }
    }

    /// Malformed bytes, each with the number of bytes before the first wrong one.
    @Test(arguments: [
        // A continuation byte without a first byte.
        ([0x80], 0), ([0xBF], 0), ([0x61, 0x80], 1), ([0xC3, 0xA9, 0xA9], 2),
        // Overlong encodings.
        ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xE0, 0x80, 0x80], 1), ([0xE0, 0x9F, 0xBF], 1),
        ([0xF0, 0x80, 0x80, 0x80], 1), ([0xF0, 0x8F, 0xBF, 0xBF], 1),
        // Surrogates.
        ([0xED, 0xA0, 0x80], 1), ([0xED, 0xBF, 0xBF], 1),
        // Beyond U+10FFFF.
        ([0xF4, 0x90, 0x80, 0x80], 1), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xF8, 0x88], 0),
        ([0xFE], 0),
        ([0xFF], 0),
        // Another byte where a continuation byte is required.
        ([0xC3, 0x61], 1), ([0xE2, 0x82, 0x61], 2), ([0xE2, 0xC3], 1),
        ([0xF0, 0x9F, 0x8E, 0xC3], 3),
        ([0xF0, 0x9F, 0x61], 2),
    ])
    func `malformed bytes are refused at the first wrong byte`(_ bytes: [UInt8], _ good: Int) {
        for cut in 0...bytes.count { #expect(!isText(bytes, cut: cut), "cut at \(cut)") }
        var validator = IncrementalUTF8Validator()
        for (index, byte) in bytes.enumerated() {
            let isRefused = !validator.validate([byte].span)
            #expect(isRefused == (index == good), "byte \(index)")
            if isRefused { return }
        }
    }

    @Test(arguments: [
        [0xC3], [0xE2], [0xE2, 0x82], [0xF0], [0xF0, 0x9F], [0x61, 0xF0, 0x9F, 0x8E],
    ])
    func `a text that ends within a character is incomplete`(_ bytes: [UInt8]) {
        var validator = IncrementalUTF8Validator()
        #expect(validator.validate(bytes.span) && !validator.isComplete)
    }

    @Test func `all pairs of bytes are validated as by the standard library`() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                for rest: [UInt8] in [[], [0x80], [0x61], [0x80, 0x80], [0xBF, 0xBF]] {
                    let bytes = [first, second] + rest
                    let isText = String(validating: bytes, as: UTF8.self) != nil
                    var validator = IncrementalUTF8Validator()
                    let isValid = validator.validate(bytes.span) && validator.isComplete
                    guard isValid != isText else { continue }
                    Issue.record("\(bytes)")
                }
            }
        }
    }
}
