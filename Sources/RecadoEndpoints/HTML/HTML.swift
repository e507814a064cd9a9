// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// HTML that is safe by construction: what is interpolated into it is escaped, unless it is HTML itself.
///
/// ```swift
/// func row(_ film: Film) -> HTML {
///     #"<li><a href="\#(link: film.address)">\#(film.title)</a></li>"#
/// }
/// let list: HTML = "<ul>\(films.map(row))</ul>"
/// ```
///
/// A literal is taken as it stands, so attributes are written in quotes: texts are escaped for them, too.
/// Text has no place in a style sheet or a script, where other rules hold; hand it over in a `data-`
/// attribute.
public struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The text of the HTML.
    public let description: String

    /// Takes a literal as it stands.
    public init(stringLiteral value: String) {
        description = value
    }

    /// Joins the pieces of an interpolated literal.
    public init(stringInterpolation: Interpolation) {
        description = stringInterpolation.text
    }

    /// Escapes a text.
    public init(escaping text: String) {
        self = "\(text)"
    }

    private init(trusted text: String) {
        description = text
    }

    /// HTML of the program's own, such as a style sheet or a script.
    ///
    /// - Parameter text: A text that the program was compiled with.
    /// - Returns: The same text.
    public static func trusted(_ text: StaticString) -> HTML { HTML(trusted: "\(text)") }

    /// Collects the pieces of an interpolated literal.
    public struct Interpolation: StringInterpolationProtocol, Sendable {
        fileprivate var text: String

        /// Begins a literal of about a size.
        ///
        /// - Parameters:
        ///   - literalCapacity: The size of the pieces that are literal.
        ///   - interpolationCount: The number of those that are not.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text = ""
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Adds a piece of the literal as it stands.
        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Adds text, escaped for content and for attributes in quotes.
        public mutating func appendInterpolation(_ value: String) {
            // Most texts hold nothing of the kind and are taken as they are.
            guard value.utf8.contains(where: { Self.escape(of: Unicode.Scalar($0)) != nil }) else {
                text += value
                return
            }
            for scalar in value.unicodeScalars {
                if let escape = Self.escape(of: scalar) {
                    text += escape
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }

        /// What is written for a character; `nil` for one that stands for itself.
        private static func escape(of scalar: Unicode.Scalar) -> String? {
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            // No document may hold a NUL (HTML §13.2.3.5).
            case "\0": "\u{FFFD}"
            default: nil
            }
        }

        /// Adds a number.
        public mutating func appendInterpolation(_ value: Int) {
            text += "\(value)"
        }

        /// Adds HTML as it is.
        public mutating func appendInterpolation(_ html: HTML) {
            text += html.description
        }

        /// Adds HTML as it is; nothing for `nil`.
        public mutating func appendInterpolation(_ html: HTML?) {
            text += html?.description ?? ""
        }

        /// Adds several pieces of HTML, a line each.
        public mutating func appendInterpolation(_ pieces: [HTML]) {
            for (index, piece) in pieces.enumerated() {
                if index > 0 { text += "\n" }
                text += piece.description
            }
        }

        /// Adds an address that a reader may follow, escaped.
        ///
        /// - Parameter link: An address of this server, of `http`, `https` or `mailto`; anything else,
        ///   such as `javascript:`, becomes one that leads nowhere.
        public mutating func appendInterpolation(link: String) {
            appendInterpolation(HTML.isHarmless(link) ? link : "#")
        }
    }

    /// Whether following an address runs nothing in the page that holds it.
    ///
    /// Browsers drop blanks and control characters from a scheme, so one that holds any is none of ours.
    private static func isHarmless(_ link: String) -> Bool {
        let bytes = link.utf8
        // A colon behind one of the others ends no scheme.
        let end = bytes.firstIndex { $0 == UInt8(ascii: ":") || "/?#".utf8.contains($0) }
        guard let end, bytes[end] == UInt8(ascii: ":") else {
            return !bytes.contains { $0 < 0x20 }
        }
        return ["http", "https", "mailto"].contains(link[..<end].lowercased())
    }
}
