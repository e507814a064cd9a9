// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A document that has been parsed and checked completely, and from which several parts can be
/// read.
///
/// ```swift
/// let document = try JSON().parse(body)
/// let films = try document.decode([Film].self, at: "data.films")
/// let total = try document.decode(Int.self, at: "meta.total")
/// ```
public struct ParsedDocument: Sendable {
    package let document: Document
    /// The settings of the document's format that apply to decoding.
    private let choices: DecodingChoices

    init(_ document: Document, _ choices: DecodingChoices) {
        (self.document, self.choices) = (document, choices)
    }

    /// Reads a model from the document.
    ///
    /// - Parameter type: The type of the model; inferred where the result's type is known.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the error.
    public func decode<T: Decodable>(_ type: T.Type = T.self) throws(CodingError) -> T {
        try document.decode(type, choices)
    }

    /// Reads a model from a part of the document.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - path: The path to the part; a path with `*` leads to a list.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the error; ``CodingError/Code/keyNotFound``
    ///   with the whole path if there is no such part.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        at path: CodingPath
    ) throws(CodingError) -> T {
        try document.decode(type, atPath: path, choices)
    }

    /// Reads a model from a part of the document, or returns `nil` where the part is
    /// missing or null at any level.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - path: The path to the part; a path with `*` leads to a list.
    /// - Returns: The model, or `nil`.
    /// - Throws: ``CodingError`` with the position of the error; a part that is present but invalid
    ///   is an error, not `nil`.
    public func decodeIfPresent<T: Decodable>(
        _ type: T.Type = T.self,
        at path: CodingPath
    ) throws(CodingError) -> T? {
        try document.decodeIfPresent(type, atPath: path, choices)
    }
}
