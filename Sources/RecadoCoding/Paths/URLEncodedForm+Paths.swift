// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension URLEncodedForm {
    // MARK: - Reading a part

    /// Reads a model from a part of a form or query, such as the `data` that an answer wraps around it.
    ///
    /// ```swift
    /// let films = try URLEncodedForm().decode(Filter.self, from: body, at: "filter")
    /// ```
    ///
    /// The whole document is checked all the same. `filter[year]=1972` is the path `filter.year`.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The form, in ASCII with percent-encoded UTF-8.
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

    /// Reads a model from a part of a form or query, or returns `nil` where the part is missing or null at any level.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The form, in ASCII with percent-encoded UTF-8.
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

    /// Reads a model from a part of a form or query in a string, such as the `data` that an answer wraps around it.
    ///
    /// ```swift
    /// let films = try URLEncodedForm().decode(Filter.self, from: text, at: "filter")
    /// ```
    ///
    /// The whole document is checked all the same. `filter[year]=1972` is the path `filter.year`.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - text: The form, without the question mark of a query.
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

    /// Reads a model from a part of a form or query in a string, or returns `nil` where the part is missing or null at any level.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - text: The form, without the question mark of a query.
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
