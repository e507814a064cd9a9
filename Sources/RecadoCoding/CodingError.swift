// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The reason why bytes could not be read as a value, or a value could not be written as bytes.
///
/// `description` is one line that may contain names from the document, but quotes none of its
/// values, so it is safe to log. `debugDescription` adds the model's own message and an excerpt of
/// the source, which may hold secrets.
public struct CodingError: Error, Sendable {
    /// The kind of failure.
    public let code: Code

    /// A description of the expected and the found value, in one line that quotes no value from the
    /// document.
    public let message: String

    /// The position in the document as a JSON Pointer (RFC 6901), such as `/films/0/title`.
    ///
    /// The root is the empty string. For a missing key, it is the position where the key was
    /// expected.
    public let pointer: String

    /// The position in the source, or `nil` when nothing was read (encoding) or the position is
    /// unknown.
    public let place: Location?

    /// The model's own message about the value, or `nil`; it may quote the document.
    public let detail: String?

    /// The error that a model's own code threw, if it was not a `DecodingError` or `EncodingError`.
    public let underlying: (any Error)?

    /// Creates a failure, for custom scanners and coders to throw.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: A description of the expected and the found value, in one line that quotes
    ///     no value from the document.
    ///   - pointer: The position in the document as a JSON Pointer (RFC 6901); the root by default.
    ///   - place: The position in the source; none by default.
    ///   - reason: The model's own message and the error that its code threw; none by default.
    public init(
        _ code: Code,
        _ message: String,
        pointer: String = "",
        place: Location? = nil,
        reason: (detail: String?, underlying: (any Error)?) = (nil, nil)
    ) {
        self.code = code
        self.message = message
        self.pointer = pointer
        self.place = place
        self.detail = reason.detail
        self.underlying = reason.underlying
    }

    /// The kind of a failure.
    @nonexhaustive
    public enum Code: String, Sendable, Hashable {
        /// The bytes do not follow the grammar of the format.
        case malformed
        /// The document is nested more deeply than the limit allows.
        case tooDeep
        /// The document has more bytes, values or pairs than the limit allows.
        case tooLarge
        /// An object holds the same key twice and the policy refuses duplicates.
        case duplicateKey
        /// A value is of a different kind than the model requested, such as a string for a number.
        case typeMismatch
        /// A key that the model needs is absent.
        case keyNotFound
        /// The model needs a value, but found null or the end of an array.
        case valueNotFound
        /// A number does not fit the type that the model requested.
        case outOfRange
        /// A value is of the right kind, but the model or the format does not accept it.
        case invalidValue
        /// The format cannot express what the model requested.
        case unsupported
    }

    /// A position in the source.
    public struct Location: Sendable, Hashable {
        /// The number of bytes before the position.
        public let offset: Int
        /// The line, from 1, or 0 in a format that has none, such as multipart content.
        public let line: Int
        /// The column in characters (Unicode scalars), from 1, or 0 in a format without lines.
        public let column: Int
        /// The text around the position and a caret below it, on two lines.
        package let snippet: String

        /// Creates a position; the line and the column are 0 in a format without lines.
        package init(offset: Int, line: Int = 0, column: Int = 0, snippet: String = "") {
            self.offset = offset
            self.line = line
            self.column = column
            self.snippet = snippet
        }

        /// Creates the position of the start of a line, with offset 0.
        ///
        /// - Parameter line: The line, from 1.
        public init(line: Int) {
            self.init(offset: 0, line: line, column: 1)
        }
    }

    /// The number of bytes before the position of the failure, if it is known.
    public var offset: Int? { place?.offset }

    /// The line of the failure, from 1, if it is known.
    public var line: Int? { place.flatMap { $0.line > 0 ? $0.line : nil } }

    /// The column of the failure in Unicode scalars, from 1, if it is known.
    public var column: Int? { place.flatMap { $0.line > 0 ? $0.column : nil } }
}

extension CodingError: CustomStringConvertible, CustomDebugStringConvertible {
    /// The failure in one line:
    /// `keyNotFound at /films/0/title (line 3, column 9): expected a value`.
    public var description: String {
        var text = code.rawValue
        if !pointer.isEmpty { text += " at \(Self.printable(pointer))" }
        if let line, let column {
            text += " (line \(line), column \(column))"
        } else if let offset {
            text += " (byte \(offset))"
        }
        return text + ": " + message
    }

    /// The description, the model's own message and an excerpt of the source.
    public var debugDescription: String {
        var text = description
        if let detail { text += "\n" + detail }
        if let underlying { text += "\nreason: \(String(reflecting: underlying))" }
        if let place, !place.snippet.isEmpty { text += "\n" + place.snippet }
        return text
    }

    /// Makes a text safe for a log: on one line, and limited in length.
    package static func printable(_ text: String, upTo length: Int = 200) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(length) {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            let isBreak = (0x2028...0x202E).contains(scalar.value)
            result.append(isControl || isBreak ? "\u{FFFD}" : scalar)
        }
        let isCut = text.unicodeScalars.count > length
        return String(result) + (isCut ? "…" : "")
    }
}
