// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints

/// Converts the texts given for an option to a value of the content.
struct OptionValue: Sendable {
    private let option: CommandOption
    private let schema: Schema
    private let library: SchemaLibrary

    init(_ option: CommandOption, _ schema: Schema, _ library: SchemaLibrary) {
        self.option = option
        self.schema = schema
        self.library = library
    }

    /// Returns the value: the last text or, for a list, all texts as elements.
    func value(_ texts: [String]) throws(CommandError) -> Value {
        let last = texts.last ?? ""
        switch schema.kind {
        case .array(let element):
            if texts.count == 1, last.hasPrefix("[") { return try json(last) }
            var elements: [Value] = []
            for text in texts {
                let one = OptionValue(option, library.resolve(element), library)
                elements.append(try one.value([text]))
            }
            return .array(elements)
        case .map, .object:
            return try json(last)
        case .integer, .number, .boolean:
            // Validation refuses an unsuitable value later, with a specific message.
            let value = try? JSON().value(from: last)
            return switch value {
            case .bool, .number: value ?? .string(last)
            default: .string(last)
            }
        case .any, .oneOf, .reference, .string:
            return .string(last)
        }
    }

    private func json(_ text: String) throws(CommandError) -> Value {
        do throws(CodingError) {
            return try JSON().value(from: text)
        } catch {
            throw .usage("--\(option.name): \(error)")
        }
    }
}

extension Schema {
    /// The bounds of a value, as in `1 to 255 characters`.
    var bounds: String {
        switch kind {
        case .string:
            [
                Self.words(minimumLength, maximumLength).map { $0 + " characters." },
                pattern.flatMap(Self.words),
            ].compactMap(\.self).joined(separator: " ")
        case .integer, .number: Self.words(minimum, maximum).map { $0 + "." } ?? ""
        default: ""
        }
    }

    private static func words(_ pattern: Pattern) -> String? {
        // A pattern that only excludes U+0000 is omitted.
        guard pattern != .withoutNUL else { return nil }
        return pattern.expectation.map { "Takes \($0)." } ?? "It matches \(pattern)."
    }

    private static func words(_ least: Int?, _ most: Int?) -> String? {
        switch (least, most) {
        case (nil, nil): nil
        case (let least?, nil): "At least \(least)"
        case (nil, let most?): "At most \(most)"
        case (let least?, let most?): "\(least) to \(most)"
        }
    }
}
