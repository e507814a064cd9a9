// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// HTML that is safe by construction: interpolated values are escaped, unless they are
/// HTML themselves.
///
/// ```swift
/// func row(_ film: Film) -> HTML {
///     #"<li><a href="\#(link: film.address)">\#(film.title)</a></li>"#
/// }
/// let list: HTML = "<ul>\(films.map(row))</ul>"
/// ```
///
/// Literals are used unchanged. Write the values of attributes in quotes, because texts are
/// escaped for content and quoted values only. Never interpolate text into a style sheet or a
/// script, where other rules apply; pass it in a `data-` attribute instead.
public struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The HTML in UTF-8, as it is sent.
    public let bytes: [UInt8]

    /// Creates HTML from a literal, unchanged.
    public init(stringLiteral value: String) {
        bytes = Array(value.utf8)
    }

    /// Joins the pieces of an interpolated literal.
    public init(stringInterpolation: Interpolation) {
        bytes = stringInterpolation.output.bytes
    }

    /// Creates HTML from a text, which is escaped.
    public init(escaping text: String) {
        self = "\(text)"
    }

    /// The text of the HTML.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns HTML that is part of the program itself, such as a style sheet or a script.
    ///
    /// - Parameter text: A text that is compiled into the program.
    /// - Returns: The same text.
    public static func trusted(_ text: StaticString) -> HTML {
        HTML(stringLiteral: text.description)
    }

    /// Collects the pieces of an interpolated literal.
    public struct Interpolation: StringInterpolationProtocol, Sendable {
        fileprivate var output: HTMLOutput

        /// Begins a literal of an estimated size.
        ///
        /// - Parameters:
        ///   - literalCapacity: The size of the literal pieces.
        ///   - interpolationCount: The number of interpolated pieces.
        public init(literalCapacity: Int, interpolationCount: Int) {
            output = HTMLOutput(capacity: literalCapacity + interpolationCount * 16)
        }

        /// Adds a piece of the literal, unchanged.
        public mutating func appendLiteral(_ literal: String) {
            output.append(literal)
        }

        /// Adds text, escaped for content and for attributes in quotes.
        public mutating func appendInterpolation(_ value: String) {
            let text = value.utf8Span.span
            let escaped = Self.escaped
            var start = 0
            for index in text.indices {
                let byte = text[index]
                guard byte < 64, escaped &>> UInt64(byte) & 1 == 1,
                    let escape = Self.escape(of: byte)
                else { continue }
                output.append(text.extracting(start..<index))
                appendLiteral(escape)
                start = index + 1
            }
            output.append(text.extracting(start...))
        }

        /// The set of characters that must be escaped; bit n is set if the character with code n is
        /// in the set.
        private static let escaped: UInt64 = (UInt8(0)..<64).reduce(0) { bits, byte in
            escape(of: byte) == nil ? bits : bits | 1 &<< UInt64(byte)
        }

        /// Returns the escape of a character; `nil` for a character that needs none.
        private static func escape(of byte: UInt8) -> String? {
            switch byte {
            case UInt8(ascii: "&"): "&amp;"
            case UInt8(ascii: "<"): "&lt;"
            case UInt8(ascii: ">"): "&gt;"
            case UInt8(ascii: "\""): "&quot;"
            case UInt8(ascii: "'"): "&#39;"
            // No document may hold a NUL (HTML §13.2.3.5).
            case 0: "\u{FFFD}"
            default: nil
            }
        }

        /// Adds a number.
        public mutating func appendInterpolation(_ value: Int) {
            appendLiteral(value.description)
        }

        /// Adds HTML unchanged.
        public mutating func appendInterpolation(_ html: HTML) {
            output.append(html.bytes.span)
        }

        /// Adds HTML unchanged; nothing for `nil`.
        public mutating func appendInterpolation(_ html: HTML?) {
            if let html { appendInterpolation(html) }
        }

        /// Adds several pieces of HTML, each on its own line.
        public mutating func appendInterpolation(_ pieces: [HTML]) {
            output.reserve(pieces.reduce(0) { $0 + $1.bytes.count + 1 })
            for (index, piece) in pieces.enumerated() {
                if index > 0 { appendLiteral("\n") }
                appendInterpolation(piece)
            }
        }

        /// Adds an address that a reader may follow, escaped.
        ///
        /// - Parameter link: An address of this server, or one of `http`, `https` or `mailto`;
        ///   anything else, such as `javascript:`, is replaced by an address that leads nowhere.
        public mutating func appendInterpolation(link: String) {
            appendInterpolation(HTML.isHarmless(link) ? link : "#")
        }
    }

    /// The schemes whose addresses execute nothing.
    private static let schemes = ["http", "https", "mailto"].map { Array($0.utf8) }

    /// True if following an address executes nothing in the page that contains it.
    ///
    /// Browsers drop spaces and control characters from a scheme, so a scheme that contains any is
    /// not accepted.
    private static func isHarmless(_ link: String) -> Bool {
        let bytes = link.utf8Span.span
        // A colon ends a scheme only if no `/`, `?` or `#` comes before it.
        let end = bytes.indices.first { index in
            switch bytes[index] {
            case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
            default: false
            }
        }
        guard let end, bytes[end] == UInt8(ascii: ":") else {
            return !bytes.indices.contains { bytes[$0] < 0x20 }
        }
        return schemes.contains { scheme in
            // This bit turns an upper-case letter into a lower-case one, and no other character
            // into a letter.
            scheme.count == end && scheme.indices.allSatisfy { scheme[$0] == bytes[$0] | 0x20 }
        }
    }
}
