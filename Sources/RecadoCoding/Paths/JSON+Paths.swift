// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    // MARK: - Reading a part

    /// Reads a model from a part of a JSON text, such as the `data` that an answer wraps around it.
    ///
    /// ```swift
    /// let films = try JSON().decode([Film].self, from: body, at: "data.films")
    /// ```
    ///
    /// The whole document is checked all the same. An empty path is the document itself.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The text.
    ///   - path: The way to the part; with `*` in it, it leads to a list.
    /// - Returns: The model.
    /// - Throws: ``CodingFailure`` with the place of what is wrong; ``CodingFailure/Code/keyNotFound`` with the
    ///   whole path if there is no such part.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: [UInt8],
        at path: CodingPath
    ) throws(CodingFailure) -> T {
        try document(from: bytes).decode(type, atPath: path, choices)
    }

    /// Reads a model from a part of a JSON text, or returns `nil` where the part is missing or null at any level.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The text.
    ///   - path: The way to the part; with `*` in it, it leads to a list.
    /// - Returns: The model, or `nil`.
    /// - Throws: ``CodingFailure`` with the place of what is wrong; a part that is there and is wrong is no `nil`.
    public func decodeIfPresent<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: [UInt8],
        at path: CodingPath
    ) throws(CodingFailure) -> T? {
        try document(from: bytes).decodeIfPresent(type, atPath: path, choices)
    }

    /// Reads a model from a part of a JSON text in a string, such as the `data` that an answer wraps around it.
    ///
    /// ```swift
    /// let films = try JSON().decode([Film].self, from: text, at: "data.films")
    /// ```
    ///
    /// The whole document is checked all the same. An empty path is the document itself.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - text: The text.
    ///   - path: The way to the part; with `*` in it, it leads to a list.
    /// - Returns: The model.
    /// - Throws: ``CodingFailure`` with the place of what is wrong; ``CodingFailure/Code/keyNotFound`` with the
    ///   whole path if there is no such part.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from text: String,
        at path: CodingPath
    ) throws(CodingFailure) -> T {
        try document(from: Array(text.utf8)).decode(type, atPath: path, choices)
    }

    /// Reads a model from a part of a JSON text in a string, or returns `nil` where the part is missing or null at any level.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - text: The text.
    ///   - path: The way to the part; with `*` in it, it leads to a list.
    /// - Returns: The model, or `nil`.
    /// - Throws: ``CodingFailure`` with the place of what is wrong; a part that is there and is wrong is no `nil`.
    public func decodeIfPresent<T: Decodable>(
        _ type: T.Type = T.self,
        from text: String,
        at path: CodingPath
    ) throws(CodingFailure) -> T? {
        try document(from: Array(text.utf8)).decodeIfPresent(type, atPath: path, choices)
    }
}
