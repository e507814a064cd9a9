// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// A regular expression that texts must match, such as `^[A-Z]{2}-[0-9]+$`.
    ///
    /// As in JSON Schema, a pattern may match any part of a text; `^` at its beginning and `$` at
    /// its end anchor it at the ends of the text. It supports the part of JavaScript's grammar that
    /// can be matched in a time that grows linearly with the length of the text: literals, `.`,
    /// classes such as `[a-z]` and `\d`, groups, `|`, `*`, `+`, `?` and counts up to 1 000.
    /// Backreferences, lookaround, `\b` and `\p` are not supported.
    ///
    /// A text that is not a valid pattern does not stop the program: ``flaw`` describes the error,
    /// `Service.check()` reports it, and no text matches it.
    public struct Pattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The regular expression.
        public let source: String
        /// The error in the pattern; `nil` if the pattern is valid.
        public let flaw: String?
        /// The description of matching texts in messages, such as “an address by http or https”;
        /// `nil` if messages show the pattern itself.
        public let expectation: String?
        private let node: PatternNode?
        private let program: PatternProgram?
        private let isAnchored: [Bool]

        /// Texts without U+0000, which neither PostgreSQL nor XML can store.
        public static let withoutNUL: Pattern = #"^[^\u0000]*$"#

        /// The maximum number of characters of a pattern, and of instructions that it is compiled
        /// to.
        ///
        /// It is ample for patterns of names and numbers, and limits the time of matching on a
        /// server.
        private static let limit = 1_000

        /// Creates a pattern from its text.
        ///
        /// - Parameters:
        ///   - source: The regular expression, of at most 1 000 characters.
        ///   - expectation: The description of matching texts in messages, without the word
        ///     “expected” and without a full stop; the pattern itself by default.
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

        /// Checks whether a text matches.
        ///
        /// The time grows at most with the length of the text times the size of the compiled
        /// pattern.
        ///
        /// - Parameter text: The text.
        /// - Returns: True if it matches; `false` for an invalid pattern.
        public func matches(_ text: String) -> Bool { program?.matches(text) ?? false }

        /// The regular expression.
        public var description: String { source }

        /// One of the shortest matching texts; `nil` if no text matches.
        package var sample: String? { node?.sample }

        /// The same pattern in the grammar of XML Schema, whose patterns match whole texts; `nil`
        /// if it would match every text of XML or none.
        package var xmlSchema: String? { node.flatMap { $0.xmlSchema(isAnchored: isAnchored) } }

        /// True if two patterns have the same text.
        ///
        /// - Parameters:
        ///   - one: A pattern.
        ///   - other: Another pattern.
        /// - Returns: True if they have the same text.
        public static func == (one: Self, other: Self) -> Bool { one.source == other.source }

        /// Hashes the text.
        ///
        /// - Parameter hasher: The hasher that receives the text.
        public func hash(into hasher: inout Hasher) { hasher.combine(source) }
    }
}
