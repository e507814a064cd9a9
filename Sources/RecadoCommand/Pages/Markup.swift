// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// HTML that is safe by construction: what is interpolated into it is escaped, unless it is markup.
struct Markup: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The text of the markup.
    let description: String

    init(stringLiteral value: String) {
        description = value
    }

    init(stringInterpolation: Interpolation) {
        description = stringInterpolation.text
    }

    private init(trusted text: String) {
        description = text
    }

    /// Markup of this program's own, such as a style sheet.
    static func trusted(_ text: StaticString) -> Markup { Markup(trusted: "\(text)") }

    /// Collects the pieces of an interpolated literal.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text: String

        init(literalCapacity: Int, interpolationCount: Int) {
            text = ""
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Adds text, escaped for content and for attributes in quotes.
        mutating func appendInterpolation(_ value: String) {
            for scalar in value.unicodeScalars {
                switch scalar {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                case "'": text += "&#39;"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }

        /// Adds a number.
        mutating func appendInterpolation(_ value: Int) {
            text += "\(value)"
        }

        /// Adds markup as it is.
        mutating func appendInterpolation(_ markup: Markup) {
            text += markup.description
        }

        /// Adds several pieces of markup, a line each.
        mutating func appendInterpolation(_ pieces: [Markup]) {
            text += pieces.map(\.description).joined(separator: "\n")
        }
    }
}
