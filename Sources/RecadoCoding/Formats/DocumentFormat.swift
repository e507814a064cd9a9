// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A format whose documents can be read without further information: JSON, XML and forms.
///
/// ```swift
/// let films: [Film] = try JSON().decode(from: data)
/// let total = try JSON().decode(Int.self, from: text, at: "meta.total")
/// ```
///
/// Bytes may be in an array, in `Data`, or in any other collection of bytes.
public protocol DocumentFormat: CodingFormat {
    /// Parses a document, from which several parts can then be read.
    ///
    /// - Parameter bytes: The document.
    /// - Returns: The document.
    /// - Throws: ``CodingError`` with the position of malformed content or an exceeded limit.
    func parse(_ bytes: [UInt8]) throws(CodingError) -> ParsedDocument

    /// Parses a document in a string.
    ///
    /// - Parameter text: The document.
    /// - Returns: The document.
    /// - Throws: ``CodingError`` with the position of malformed content or an exceeded limit.
    func parse(_ text: String) throws(CodingError) -> ParsedDocument

    /// Reads a model from a document.
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - bytes: The document.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the error.
    func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(CodingError) -> T

    /// Encodes a value.
    ///
    /// - Parameter value: The value.
    /// - Returns: The document, in UTF-8.
    /// - Throws: ``CodingError`` for a value that the model or the format does not allow.
    func encode(_ value: some Encodable) throws(CodingError) -> [UInt8]
}

extension DocumentFormat {
    /// Parses a document in a string by means of its UTF-8 bytes.
    public func parse(_ text: String) throws(CodingError) -> ParsedDocument {
        try parse(Array(text.utf8))
    }

    // MARK: - Whole documents

    /// Reads a model from a document.
    public func decode<T: Decodable>(
        _ type: T.Type,
        from bytes: [UInt8]
    ) throws(CodingError) -> T {
        try parse(bytes).decode(type)
    }

    /// Reads a model from a document.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The document, in `Data` or any other collection.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the error.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: some Collection<UInt8>
    ) throws(CodingError) -> T {
        try decode(type, from: Array(bytes))
    }

    /// Reads a model from a document in a string.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - text: The document.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the error.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from text: String
    ) throws(CodingError) -> T {
        try parse(text).decode(type)
    }

    /// Reads any document as a value, without a model.
    ///
    /// - Parameter bytes: The document.
    /// - Returns: The value, in which members keep their order and numbers their digits. Scalars of
    ///   XML and forms are strings.
    /// - Throws: ``CodingError`` with the position of the error.
    public func value(from bytes: some Collection<UInt8>) throws(CodingError) -> Value {
        try decode(Value.self, from: Array(bytes))
    }

    /// Reads any document in a string as a value, without a model.
    ///
    /// - Parameter text: The document.
    /// - Returns: The value, in which members keep their order and numbers their digits. Scalars of
    ///   XML and forms are strings.
    /// - Throws: ``CodingError`` with the position of the error.
    public func value(from text: String) throws(CodingError) -> Value {
        try decode(Value.self, from: text)
    }

    // MARK: - Parts

    /// Reads a model from a part of a document, such as the `data` member that encloses a response.
    ///
    /// ```swift
    /// let films = try JSON().decode([Film].self, from: body, at: "data.films")
    /// ```
    ///
    /// The whole document is still checked. An empty path is the document itself. In a form,
    /// `filter[year]=1972` has the path `filter.year`.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The document.
    ///   - path: The path to the part; a path with `*` leads to a list.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the error; ``CodingError/Code/keyNotFound``
    ///   with the whole path if there is no such part.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: some Collection<UInt8>,
        at path: CodingPath
    ) throws(CodingError) -> T {
        try parse(Array(bytes)).decode(type, at: path)
    }

    /// Reads a model from a part of a document in a string.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - text: The document.
    ///   - path: The path to the part; a path with `*` leads to a list.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the error; ``CodingError/Code/keyNotFound``
    ///   with the whole path if there is no such part.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from text: String,
        at path: CodingPath
    ) throws(CodingError) -> T {
        try parse(text).decode(type, at: path)
    }

    /// Reads a model from a part of a document, or returns `nil` where the part is
    /// missing or null at any level.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The document.
    ///   - path: The path to the part; a path with `*` leads to a list.
    /// - Returns: The model, or `nil`.
    /// - Throws: ``CodingError`` with the position of the error; a part that is present but invalid
    ///   is an error, not `nil`.
    public func decodeIfPresent<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: some Collection<UInt8>,
        at path: CodingPath
    ) throws(CodingError) -> T? {
        try parse(Array(bytes)).decodeIfPresent(type, at: path)
    }

    /// Reads a model from a part of a document in a string, or returns `nil` where the part is
    /// missing or null at any level.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - text: The document.
    ///   - path: The path to the part; a path with `*` leads to a list.
    /// - Returns: The model, or `nil`.
    /// - Throws: ``CodingError`` with the position of the error; a part that is present but invalid
    ///   is an error, not `nil`.
    public func decodeIfPresent<T: Decodable>(
        _ type: T.Type = T.self,
        from text: String,
        at path: CodingPath
    ) throws(CodingError) -> T? {
        try parse(text).decodeIfPresent(type, at: path)
    }

    // MARK: - Writing

    /// Encodes a value as text.
    ///
    /// - Parameter value: The value.
    /// - Returns: The document.
    /// - Throws: ``CodingError``, as `encode(_:)` does.
    public func encodeToString(_ value: some Encodable) throws(CodingError) -> String {
        String(decoding: try encode(value), as: UTF8.self)
    }
}
