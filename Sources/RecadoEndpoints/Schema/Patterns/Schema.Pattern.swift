// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// A regular expression that texts must match, such as `^[A-Z]{2}-[0-9]+$`.
    ///
    /// As in JSON Schema it may match any part of a text; `^` at its beginning and `$` at its end
    /// tie it to the ends of the text. It has the grammar of JavaScript, as far as matching takes
    /// no more time than the product of the lengths of text and pattern: literals, `.`, classes
    /// such as `[a-z]` and `\d`, groups, `|`, `*`, `+`, `?` and counts up to 1 000. References
    /// back, looking around, `\b` and `\p` are no part of it.
    ///
    /// A text that is no pattern does not stop the program: ``flaw`` says what is wrong with it,
    /// `Service.check()` reports it, and no text matches it.
    public struct Pattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The regular expression.
        public let source: String
        /// The reason why the text is no pattern; `nil` when it is one.
        public let flaw: String?
        /// The expectation of a text, for people, such as “an address by http or https”;
        /// `nil` for the pattern itself.
        public let expectation: String?
        private let node: PatternNode?
        private let program: PatternProgram?
        private let isAnchored: [Bool]

        /// Texts without U+0000, which neither PostgreSQL nor XML can hold.
        public static let withoutNUL: Pattern = #"^[^\u0000]*$"#

        /// The most characters of a pattern, and the most steps that it is translated to:
        /// far more than patterns of names and numbers take, and few enough for the
        /// content that a server reads.
        private static let limit = 1_000

        /// Creates a pattern from its text.
        ///
        /// - Parameters:
        ///   - source: The regular expression, of at most 1 000 characters.
        ///   - expectation: The description of an expected text, for people, without the word
        ///     “expected” and a full stop; the pattern itself by default.
        public init(_ source: String, expecting expectation: String? = nil) {
            self.source = source
            self.expectation = expectation
            do throws(PatternParser.PatternError) {
                let (node, isAnchored) = try Self.read(source)
                self.node = node
                program = PatternProgram(node, isAnchored: isAnchored)
                self.isAnchored = [isAnchored.0, isAnchored.1]
                flaw = nil
            } catch {
                (node, program, isAnchored) = (nil, nil, [])
                flaw = "“\(source.prefix(100))” is no pattern: \(error.words)"
            }
        }

        /// Creates a pattern from its text.
        ///
        /// - Parameter value: The regular expression.
        public init(stringLiteral value: String) {
            self.init(value)
        }

        private static func read(
            _ source: String
        ) throws(PatternParser.PatternError) -> (PatternNode, (Bool, Bool)) {
            guard source.unicodeScalars.count <= limit else {
                throw .init("it has more than \(limit) characters")
            }
            var parser = PatternParser(source)
            let (node, isAnchored) = try parser.pattern()
            guard node.size <= limit else {
                throw .init("it takes more than \(limit) steps; use smaller counts")
            }
            return (node, isAnchored)
        }

        /// Tells whether a text matches.
        ///
        /// The time is at most the product of the lengths of text and pattern.
        ///
        /// - Parameter text: The text.
        /// - Returns: Whether it does; `false` for what is no pattern.
        public func matches(_ text: String) -> Bool { program?.matches(text) ?? false }

        /// The regular expression.
        public var description: String { source }

        /// One of the shortest texts that match; `nil` if nothing does.
        package var sample: String? { node?.sample }

        /// The same in the words of XML Schema, whose patterns match whole texts; `nil`
        /// for what says nothing there.
        package var xmlSchema: String? { node.flatMap { $0.xmlSchema(isAnchored: isAnchored) } }

        /// Whether two patterns have the same text.
        ///
        /// - Parameters:
        ///   - one: A pattern.
        ///   - other: Another pattern.
        /// - Returns: Whether they have.
        public static func == (one: Self, other: Self) -> Bool { one.source == other.source }

        /// Hashes the text.
        ///
        /// - Parameter hasher: The hasher that takes it.
        public func hash(into hasher: inout Hasher) { hasher.combine(source) }
    }
}
