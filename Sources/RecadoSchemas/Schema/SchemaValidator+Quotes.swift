// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
import RecadoHTTP

extension SchemaValidator {
    /// The limit on the values that are removed from messages one by one; if the messages contain
    /// this many, every message is replaced as a whole.
    private static var mostValues: Int { 100 }

    /// Removes the values of other inputs from the messages of models' decoding code, because the
    /// values may be secrets and the messages reach logs.
    ///
    /// - Parameter inputs: All inputs.
    package mutating func hideValues(of inputs: [Document.Cursor]) {
        guard !quotes.isEmpty else { return }
        var quoted = QuotedValues(in: quotes.values.map(\.words))
        for input in inputs { quoted.look(at: input, upTo: Self.mostValues) }
        for (index, quote) in quotes {
            guard quoted.values.count < Self.mostValues else {
                errors[index].detail = Language.words(
                    "The value was refused.",
                    es: "Se rechazó el valor."
                )
                continue
            }
            // The values are removed before the conversion to a sentence, because the conversion
            // changes letters and may cut a value.
            let words = quoted.hidden(in: quote.words, but: quote.own)
            errors[index].detail = CodingError.sentence(words)
        }
    }
}

/// A message of a model's decoding code about the decoded value.
struct ModelQuote {
    /// The text of the message.
    let words: String
    /// The value that the message is about, and that the message may quote; empty if the value is
    /// not a text.
    let own: String
}

/// The values of inputs that may occur in some messages.
private struct QuotedValues {
    /// The minimum size of a value in bytes; shorter values occur in other words by chance.
    private static let leastBytes = 4

    private(set) var values: Set<[UInt8]> = []
    /// Every sequence of four bytes that occurs in the messages.
    private var beginnings: Set<ArraySlice<UInt8>> = []
    private var longest = 0

    init(in words: [String]) {
        for text in words {
            let bytes = Array(text.utf8)
            longest = max(longest, bytes.count)
            for start in bytes.indices.dropLast(Self.leastBytes - 1) {
                beginnings.insert(bytes[start..<(start + Self.leastBytes)])
            }
        }
    }

    /// Finds values in an input whose first bytes occur in the messages, until `most` are found.
    mutating func look(at input: Document.Cursor, upTo most: Int) {
        var waiting = [input]
        while let value = waiting.popLast(), values.count < most {
            if let text = value.string ?? value.numberText {
                note(text)
            } else {
                for member in value.members { waiting.append(member.value) }
                for element in value.elements { waiting.append(element) }
            }
        }
    }

    private mutating func note(_ text: String) {
        let count = text.utf8.count
        guard count >= Self.leastBytes, count <= longest,
            beginnings.contains(ArraySlice(text.utf8.prefix(Self.leastBytes)))
        else { return }
        values.insert(Array(text.utf8))
    }

    /// Returns the message with all of the values removed, except `own`.
    func hidden(in words: String, but own: String) -> String {
        let own = Array(own.utf8)
        var bytes = Array(words.utf8)
        for value in values.sorted(by: { $0.count > $1.count }) where value != own {
            bytes = Self.hide(value, in: bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Replaces a value by an ellipsis wherever it is not part of a longer word.
    private static func hide(_ value: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var at = 0
        while at < bytes.count {
            let end = at + value.count
            guard bytes[at...].starts(with: value),
                at == 0 || !isLetter(bytes[at - 1]) || !isLetter(bytes[at]),
                end == bytes.count || !isLetter(bytes[end]) || !isLetter(bytes[end - 1])
            else {
                result.append(bytes[at])
                at += 1
                continue
            }
            result += "…".utf8
            at = end
        }
        return result
    }

    /// True if a byte is an ASCII letter or digit, which would join a value to a longer word.
    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }
}
