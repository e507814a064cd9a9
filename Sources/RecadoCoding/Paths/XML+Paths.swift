// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    // MARK: - Reading a part

    /// Reads a model from a part of an XML document, such as the `data` that an answer wraps around it.
    ///
    /// ```swift
    /// let films = try XML().decode([Film].self, from: body, at: "films.film")
    /// ```
    ///
    /// The whole document is checked all the same. The path begins inside the root element; an array takes all elements of the last name.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The document in any encoding that is understood.
    ///   - path: The way to the part; with `*` in it, it leads to a list.
    /// - Returns: The model.
    /// - Throws: ``CodingFailure`` with the place of what is wrong; ``CodingFailure/Code/keyNotFound`` with the
    ///   whole path if there is no such part.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: [UInt8],
        at path: CodingPath
    ) throws(CodingFailure) -> T {
        try checked(document(from: bytes)).decode(type, atPath: path, choices)
    }

    /// Reads a model from a part of an XML document, or returns `nil` where the part is missing or null at any level.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The document in any encoding that is understood.
    ///   - path: The way to the part; with `*` in it, it leads to a list.
    /// - Returns: The model, or `nil`.
    /// - Throws: ``CodingFailure`` with the place of what is wrong; a part that is there and is wrong is no `nil`.
    public func decodeIfPresent<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: [UInt8],
        at path: CodingPath
    ) throws(CodingFailure) -> T? {
        try checked(document(from: bytes)).decodeIfPresent(type, atPath: path, choices)
    }

    /// Reads a model from a part of an XML document in a string, such as the `data` that an answer wraps around it.
    ///
    /// ```swift
    /// let films = try XML().decode([Film].self, from: text, at: "films.film")
    /// ```
    ///
    /// The whole document is checked all the same. The path begins inside the root element; an array takes all elements of the last name.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - text: The document.
    ///   - path: The way to the part; with `*` in it, it leads to a list.
    /// - Returns: The model.
    /// - Throws: ``CodingFailure`` with the place of what is wrong; ``CodingFailure/Code/keyNotFound`` with the
    ///   whole path if there is no such part.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from text: String,
        at path: CodingPath
    ) throws(CodingFailure) -> T {
        try checked(document(from: text)).decode(type, atPath: path, choices)
    }

    /// Reads a model from a part of an XML document in a string, or returns `nil` where the part is missing or null at any level.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - text: The document.
    ///   - path: The way to the part; with `*` in it, it leads to a list.
    /// - Returns: The model, or `nil`.
    /// - Throws: ``CodingFailure`` with the place of what is wrong; a part that is there and is wrong is no `nil`.
    public func decodeIfPresent<T: Decodable>(
        _ type: T.Type = T.self,
        from text: String,
        at path: CodingPath
    ) throws(CodingFailure) -> T? {
        try checked(document(from: text)).decodeIfPresent(type, atPath: path, choices)
    }
}
