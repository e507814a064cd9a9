// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SwiftDeclarations {
    /// Writes the declarations for calling a third-party service from its OpenAPI 3.0 or 3.1
    /// description.
    ///
    /// - Parameters:
    ///   - documents: The description.
    ///   - limits: The limits on the size of the description.
    /// - Throws: ``OpenAPIError`` that locates the part that cannot be read or exceeds a limit.
    public init(
        of documents: OpenAPIDocuments,
        limits: Limits = Limits()
    ) throws(OpenAPIError) {
        let reader = try APIReader(CountedDocuments(documents, limits))
        self.init(text: try APIWriter(reader).file(), remarks: reader.schemas.remarks)
    }
}
