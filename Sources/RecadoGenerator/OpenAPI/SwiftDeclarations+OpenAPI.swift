// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SwiftDeclarations {
    /// Writes the declarations that call a foreign service, from its description in OpenAPI 3.0 or 3.1.
    ///
    /// - Parameter documents: The description.
    /// - Throws: ``OpenAPIError`` with the document and the place of what cannot be read.
    public init(of documents: OpenAPIDocuments) throws(OpenAPIError) {
        let reader = try APIReader(documents)
        self.init(text: APIWriter(reader).file(), remarks: reader.schemas.remarks)
    }
}
