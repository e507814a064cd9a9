// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SwiftDeclarations {
    /// Writes the declarations that call a foreign service, from its
    /// description in OpenAPI 3.0 or 3.1.
    ///
    /// - Parameters:
    ///   - documents: The description.
    ///   - limits: The most that the description may come to.
    /// - Throws: ``OpenAPIError`` with the document and the place of what
    ///   cannot be read or exceeds a limit.
    public init(
        of documents: OpenAPIDocuments,
        limits: Limits = Limits()
    ) throws(OpenAPIError) {
        let reader = try APIReader(CountedDocuments(documents, limits))
        self.init(text: try APIWriter(reader).file(), remarks: reader.schemas.remarks)
    }
}
