// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    // MARK: - Reading

    /// Reads JSON lines: one value in each line, which ends with LF or CRLF.
    ///
    /// ```swift
    /// for try await film in JSON().lines(of: Film.self, in: response.content.pieces) { … }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - pieces: The stream, in pieces of any size.
    ///   - options: The limits and options of the stream.
    /// - Returns: The values; only one is held in memory at a time.
    public func lines<Model: Decodable, Pieces: AsyncSequence>(
        of type: Model.Type,
        in pieces: Pieces,
        options: StreamOptions = StreamOptions()
    ) -> DecodedSequence<Model, Pieces> where Pieces.Element == [UInt8] {
        let scanner = LineScanner(options: options)
        return DecodedSequence(pieces, DecodingScanner(records: scanner, format: self))
    }

    /// Reads a JSON text sequence: each value follows the character RS and ends with LF (RFC 7464).
    ///
    /// An incomplete value is an error, and so is a number or literal that is not followed by white
    /// space, because it may have been cut off (§2.4). The values after it can still be read.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - pieces: The stream, in pieces of any size.
    ///   - options: The limits and options of the stream.
    /// - Returns: The values; only one is held in memory at a time.
    public func sequence<Model: Decodable, Pieces: AsyncSequence>(
        of type: Model.Type,
        in pieces: Pieces,
        options: StreamOptions = StreamOptions()
    ) -> DecodedSequence<Model, Pieces> where Pieces.Element == [UInt8] {
        let scanner = SequenceScanner(options: options)
        return DecodedSequence(pieces, DecodingScanner(records: scanner, format: self))
    }

    /// Reads the elements of one array in a document that may be larger than memory.
    ///
    /// ```swift
    /// for try await film in JSON().elements(of: Film.self, at: "data.films", in: pieces) { … }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - path: The keys that lead to the array; by default the root, if the document itself is
    ///     the array. The path may end in `*`, for the elements; a `*` elsewhere, or an index, is
    ///     ``CodingError/Code/unsupported``.
    ///   - pieces: The document, in pieces of any size.
    ///   - options: The limits and options of the stream.
    /// - Returns: The elements; only one is held in memory at a time.
    public func elements<Model: Decodable, Pieces: AsyncSequence>(
        of type: Model.Type,
        at path: CodingPath = .root,
        in pieces: Pieces,
        options: StreamOptions = StreamOptions()
    ) -> DecodedSequence<Model, Pieces> where Pieces.Element == [UInt8] {
        let scanner = ElementScanner(at: path, json: self, options: options)
        return DecodedSequence(pieces, DecodingScanner(records: scanner, format: self))
    }

    // MARK: - Writing

    /// Encodes values as JSON lines, each when it is requested.
    ///
    /// ```swift
    /// let content = Content(pieces: JSON().lines(encoding: films))
    /// ```
    ///
    /// - Parameter values: The values; ``isPretty`` is ignored, because each value must be one
    ///   line.
    /// - Returns: A piece for each value.
    public func lines<Values: AsyncSequence>(
        encoding values: Values
    ) -> EncodedSequence<Values> where Values.Element: Encodable {
        var json = self
        json.isPretty = false
        return EncodedSequence(values: values, encoder: JSONRecords(json: json, prefix: []))
    }

    /// Encodes values as a JSON text sequence (RFC 7464), each when it is requested.
    ///
    /// - Parameter values: The values.
    /// - Returns: A piece for each value.
    public func sequence<Values: AsyncSequence>(
        encoding values: Values
    ) -> EncodedSequence<Values> where Values.Element: Encodable {
        EncodedSequence(values: values, encoder: JSONRecords(json: self, prefix: [0x1E]))
    }
}

/// The coder of JSON lines and JSON text sequences.
private struct JSONRecords: RecordEncoder {
    let json: JSON
    let prefix: [UInt8]

    func encode<Model: Encodable>(_ value: Model) throws(CodingError) -> [UInt8] {
        var bytes = prefix
        try json.encode(value, appendingTo: &bytes)
        bytes.append(0x0A)
        return bytes
    }
}
