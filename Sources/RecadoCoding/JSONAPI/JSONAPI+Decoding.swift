// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSONAPI {
    /// Reads the primary data of a document, or another part of it.
    ///
    /// ```swift
    /// let articles = try JSONAPI().decode([Article].self, from: body)
    /// let first = try JSONAPI().decode(Article.self, from: body, at: "data.0")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///     It need not be a ``Resource``.
    ///   - bytes: The text.
    ///   - path: The path to the part; attributes and relationships count as members of a resource.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the error; if the document has errors instead
    ///   of data, they are its ``CodingError/underlying`` error, a ``JSONAPI/Errors``.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: some Collection<UInt8>,
        at path: CodingPath = "data"
    ) throws(CodingError) -> T {
        let document = try document(from: Array(bytes))
        do {
            return try document.decode(type, atPath: path, choices)
        } catch {
            guard let errors = try errors(of: document) else { throw error }
            throw CodingError(
                .keyNotFound,
                "expected data, found errors",
                pointer: "/errors",
                reason: (nil, errors)
            )
        }
    }

    /// Reads the primary data, or another part, of a document in a string.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - text: The text.
    ///   - path: The path to the part; attributes and relationships count as members of a resource.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the error.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from text: String,
        at path: CodingPath = "data"
    ) throws(CodingError) -> T {
        try decode(type, from: Array(text.utf8), at: path)
    }

    /// Reads a whole document: its data or its errors, with links, metadata and version.
    ///
    /// - Parameters:
    ///   - type: The type of the primary data: a model, or an array of models.
    ///   - bytes: The text.
    /// - Returns: The document.
    /// - Throws: ``CodingError`` with the position of the error.
    public func topLevel<Primary: Decodable>(
        _ type: Primary.Type = Primary.self,
        from bytes: some Collection<UInt8>
    ) throws(CodingError) -> TopLevel<Primary> {
        try decode(TopLevel<Primary>.self, from: bytes, at: .root)
    }

    /// Reads the errors of a document, or returns `nil` if the document has none.
    ///
    /// - Parameter bytes: The text.
    /// - Returns: The errors.
    /// - Throws: ``CodingError`` with the position of the error.
    public func errors(from bytes: some Collection<UInt8>) throws(CodingError) -> Errors? {
        try errors(of: document(from: Array(bytes)))
    }

    private func errors(of document: RecadoCoding.Document) throws(CodingError) -> Errors? {
        guard document.root["errors"] != nil else { return nil }
        return try document.decode(Errors.self, choices)
    }

    /// Parses a document, finds its resources and checks its rules.
    package func document(from bytes: [UInt8]) throws(CodingError) -> RecadoCoding.Document {
        try ResourceIndexer.document(bytes, self)
    }

    /// The settings of this format that apply to decoding.
    package var choices: DecodingChoices {
        var choices = DecodingChoices(strategies: strategies, userInfo: userInfo)
        choices.resourceDepth = limits.depth
        return choices
    }
}
