// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// Reads a model from a JSON text.
    ///
    /// UTF-8 is expected, with or without a byte order mark; UTF-16 and UTF-32 are understood too.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The text.
    /// - Returns: The model.
    /// - Throws: ``CodingFailure`` with the place of what is wrong.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: [UInt8]
    ) throws(CodingFailure) -> T {
        if DecodingContext.isSmall(bytes), bytes.count <= limits.bytes {
            return try decodeSmall(type, from: bytes)
        }
        if bytes.count >= Self.partedBytes, bytes.count <= limits.bytes {
            return try decodeLarge(type, from: bytes)
        }
        return try document(from: bytes).decode(type, choices)
    }

    /// Decodes a large text.
    ///
    /// It is a function of its own since an optional of a generic type, wherever it stands in a function,
    /// makes each call of that look up the type.
    @inline(never)
    private func decodeLarge<T: Decodable>(
        _ type: T.Type,
        from bytes: [UInt8]
    ) throws(CodingFailure) -> T {
        if let values = try decodeParts(type, from: bytes) { return values }
        return try document(from: bytes).decode(type, choices)
    }

    /// Reads a model from a JSON text.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - text: The text.
    /// - Returns: The model.
    /// - Throws: ``CodingFailure`` with the place of what is wrong.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from text: String
    ) throws(CodingFailure) -> T {
        try decode(type, from: Array(text.utf8))
    }

    /// Parses a JSON text.
    ///
    /// - Parameter bytes: The text.
    /// - Returns: The document.
    /// - Throws: ``CodingFailure`` with the place of what is malformed or beyond a limit.
    public func parse(_ bytes: [UInt8]) throws(CodingFailure) -> ParsedDocument {
        ParsedDocument(try document(from: bytes), choices)
    }

    /// Parses a JSON text into a document.
    package func document(from bytes: [UInt8]) throws(CodingFailure) -> Document {
        try Document.json(bytes, self)
    }

    /// How values are read.
    package var choices: DecodingChoices {
        DecodingChoices(strategies: strategies, userInfo: userInfo)
    }
}
