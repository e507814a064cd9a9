// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoYAML

/// Checks that a document has the same value whether or not the spelling of its scalars is kept,
/// that its value obeys the limits, and that the value is the same after writing it as JSON.
enum YAMLTarget {
    static func read(_ input: [UInt8]) {
        var yaml = YAML()
        (yaml.limits.depth, yaml.limits.nodes) = (64, 20_000)
        for keys: JSON.DuplicateKeys in [.refuse, .first, .last] {
            yaml.duplicateKeys = keys
            expectSame(input, yaml)
        }
        expectLimits(input)
    }

    private static func expectSame(_ input: [UInt8], _ yaml: YAML) {
        guard let value = try? yaml.value(from: input) else {
            expect((try? yaml.document(from: input)) == nil, true, "a refused text is a document")
            return
        }
        guard let document = try? yaml.document(from: input) else {
            fail("a text is a value and no document")
        }
        expect(bytes(of: document.value), bytes(of: value), "spelling changes the value")
        expectTexts(document.value, document.written)
        guard let text = bytes(of: value), let again = try? JSON().value(from: text) else { return }
        expect(bytes(of: again), text, "as JSON it is read otherwise")
    }

    /// Returns a value as JSON, to compare bytes.
    ///
    /// Comparing texts as characters would take the square of the number of marks in a row.
    private static func bytes(of value: Value) -> [UInt8]? { try? JSON().encode(value) }

    /// Expects both views to have the same members and elements, and the same texts.
    private static func expectTexts(_ value: Value, _ written: Value) {
        switch (value, written) {
        case (.string(let one), .string(let other)): expect(one, other, "a text is written otherwise")
        case (_, .string): break
        case (.null, .null): break
        case (.array(let values), .array(let texts)):
            expect(values.count, texts.count, "a list has other elements as it is written")
            for (value, text) in zip(values, texts) { expectTexts(value, text) }
        case (.object(let values), .object(let texts)):
            expect(values.count, texts.count, "a mapping has other keys as it is written")
            for (value, text) in zip(values, texts) {
                expect(value.key, text.key, "a key is written otherwise")
                expectTexts(value.value, text.value)
            }
        default: fail("\(value) is written as \(written)")
        }
    }

    /// Expects values that exceed a limit to be refused, with aliases or without.
    private static func expectLimits(_ input: [UInt8]) {
        var yaml = YAML()
        (yaml.limits.depth, yaml.limits.nodes) = (8, 100)
        guard let value = try? yaml.value(from: input) else { return }
        let (nodes, depth) = size(of: value)
        expect(nodes <= 100 && depth <= 8, true, "\(nodes) values, \(depth) deep, pass the limits")
    }

    /// Returns the number of values and the greatest depth of nested collections.
    private static func size(of value: Value) -> (nodes: Int, depth: Int) {
        var parts: [Value] = []
        switch value {
        case .array(let elements): parts = elements
        case .object(let members): parts = members.map(\.value)
        default: return (1, 0)
        }
        let sizes = parts.map(size)
        return (1 + sizes.reduce(0) { $0 + $1.nodes }, 1 + (sizes.map(\.depth).max() ?? 0))
    }
}
