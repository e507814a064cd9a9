// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// Reads a model from a JSON text.
    ///
    /// The text should be UTF-8, with or without a byte order mark; UTF-16 and UTF-32 are also
    /// accepted.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The text.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the error.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: [UInt8]
    ) throws(CodingError) -> T {
        try ByteReader.lending(bytes) { text throws(CodingError) in try decode(type, from: text) }
    }

    /// Reads a model from a JSON text.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The text. It is not copied if its bytes are contiguous in memory, as the bytes of
    ///     `Data` usually are.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the error.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: some Collection<UInt8>
    ) throws(CodingError) -> T {
        try ByteReader.lending(bytes) { text throws(CodingError) in try decode(type, from: text) }
    }

    /// Reads a model from a JSON text.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - text: The text.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the error.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from text: String
    ) throws(CodingError) -> T {
        try ByteReader.lending(text) { text throws(CodingError) in try decode(type, from: text) }
    }

    /// Reads a model from a text in contiguous memory.
    private func decode<T: Decodable>(
        _ type: T.Type,
        from text: ByteReader
    ) throws(CodingError) -> T {
        guard !Transcoding.mayBeOther(text) else { return try decode(type, fromOther: text) }
        let context = TreeDecoder.take()
        let side: [UInt8]
        do throws(CodingError) {
            side = try context.state.tree.read(text, self)
        } catch {
            context.cancel()
            throw error
        }
        // The code avoids `Result`, because the runtime would have to look up the metadata of
        // `Result<T, …>` for each model type.
        return try context.run(text, side: side, choices) { context throws(CodingError) in
            do {
                if text.count >= Self.releasedBytes { context.releaseElements(of: type) }
                return try context.value(type, 0)
            } catch {
                throw context.document.failure(error, from: 0, failed: context.failed)
            }
        }
    }

    /// The size in bytes from which the parsed nodes of a text are freed step by step while its
    /// root array is decoded.
    private static var releasedBytes: Int { 1 << 20 }

    /// Reads a model from a text that may be UTF-16 or UTF-32.
    @inline(never)
    private func decode<T: Decodable>(
        _ type: T.Type,
        fromOther text: ByteReader
    ) throws(CodingError) -> T {
        try checkSize(text.count)
        return try Document.json(text.array, self).decode(type, choices)
    }

    /// Parses a JSON text.
    ///
    /// - Parameter bytes: The text.
    /// - Returns: The document.
    /// - Throws: ``CodingError`` with the position of malformed content or an exceeded limit.
    public func parse(_ bytes: [UInt8]) throws(CodingError) -> ParsedDocument {
        ParsedDocument(try document(from: bytes), choices)
    }

    /// Parses a JSON text into a document.
    package func document(from bytes: [UInt8]) throws(CodingError) -> Document {
        try Document.json(bytes, self)
    }
}
