// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding

/// Content that has been parsed once, of which several parts are read.
package struct DocumentParts: Sendable {
    private let document: Document
    private let choices: DecodingChoices

    init(_ document: Document, _ choices: DecodingChoices) {
        self.document = document
        self.choices = choices
    }

    /// Reads the part that a path leads to.
    package func decode<T: Decodable>(
        _ type: T.Type = T.self,
        at path: CodingPath
    ) throws(CodingFailure) -> T {
        try document.decode(type, atPath: path, choices)
    }

    /// Reads the part that a path leads to; `nil` where it is missing or null at any level.
    package func decodeIfPresent<T: Decodable>(
        _ type: T.Type = T.self,
        at path: CodingPath
    ) throws(CodingFailure) -> T? {
        try document.decodeIfPresent(type, atPath: path, choices)
    }
}
