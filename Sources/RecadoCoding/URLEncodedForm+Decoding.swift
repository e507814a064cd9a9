// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension URLEncodedForm {
    /// Reads a model from a form or query.
    ///
    /// For an optional property that is not a string, an empty field is `nil`. A name that occurs
    /// more than once forms a list; a scalar property gets the last element of the list. A missing
    /// array is read as an empty array. A Boolean property reads `on`, `yes`, `1` and a name
    /// without `=` as true.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The form, in ASCII with percent-encoded UTF-8.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the invalid field.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: [UInt8]
    ) throws(CodingError) -> T {
        try document(from: bytes).decode(type, choices)
    }

    /// Parses a form or query.
    ///
    /// - Parameter bytes: The form, in ASCII with percent-encoded UTF-8.
    /// - Returns: The document.
    /// - Throws: ``CodingError`` with the position of the invalid field.
    public func parse(_ bytes: [UInt8]) throws(CodingError) -> ParsedDocument {
        ParsedDocument(try document(from: bytes), choices)
    }

    /// Parses a form into a document.
    package func document(from bytes: [UInt8]) throws(CodingError) -> Document {
        guard bytes.count <= min(limits.bytes, Document.maximumBytes) else {
            throw CodingError(.tooLarge, "expected at most \(limits.bytes) bytes")
        }
        var tree = FormTree(limits: limits, source: bytes)
        for pair in tree.readPairs() { try tree.insert(pair) }
        return tree.document()
    }
}

extension Document {
    /// Creates a document from decoded pairs, such as those of a query, path parameters or header
    /// fields.
    ///
    /// Brackets in names nest as in forms.
    package convenience init(
        pairs: some Sequence<(name: String, value: String)>,
        limits: URLEncodedForm.Limits = URLEncodedForm.Limits()
    ) throws(CodingError) {
        var tree = FormTree(limits: limits, source: [])
        for pair in pairs {
            try tree.insert(name: pair.name.utf8, value: pair.value.utf8, offset: 0)
        }
        self.init(tree)
    }
}
