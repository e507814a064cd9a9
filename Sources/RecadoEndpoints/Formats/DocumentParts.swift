// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding

/// Content that has been parsed once and is read part by part.
package struct DocumentParts: Sendable {
    private let document: Document
    /// The options for reading the parts.
    let choices: DecodingChoices
    /// True if the content is a JSON:API document, whose root may be a `ResourceDocument`.
    private let isOfResources: Bool

    init(_ document: Document, _ choices: DecodingChoices, isOfResources: Bool) {
        self.document = document
        self.choices = choices
        self.isOfResources = isOfResources
    }

    /// Reads the part at a path.
    package func decode<T: Decodable>(
        _ type: T.Type = T.self,
        at path: CodingPath
    ) throws(CodingError) -> T {
        if isOfResources, path == .root, let whole = type as? any ResourceDocument.Type,
            let value = try self.whole(whole) as? T
        {
            return value
        }
        return try document.decode(type, atPath: path, choices)
    }

    /// Reads the part at a path; `nil` if it is missing or null at any level.
    package func decodeIfPresent<T: Decodable>(
        _ type: T.Type = T.self,
        at path: CodingPath
    ) throws(CodingError) -> T? {
        try document.decodeIfPresent(type, atPath: path, choices)
    }

    /// Reads the whole JSON:API document as a value.
    private func whole<Whole: ResourceDocument>(
        _ type: Whole.Type
    ) throws(CodingError) -> Whole {
        typealias TopLevel = JSONAPI.TopLevel<Whole.Primary>
        let document = try document.decode(TopLevel.self, atPath: .root, choices)
        do {
            return try Whole(document)
        } catch let failure as CodingError {
            throw failure
        } catch {
            throw CodingError(.invalidValue, "expected a document with a \(Whole.self)")
        }
    }
}
