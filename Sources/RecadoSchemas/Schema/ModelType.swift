// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding

/// The type that values of a schema are read as, which may be stricter than the schema.
// The conformance to Sendable is unchecked, because the conformance of a type to Decodable could be
// isolated to an actor. No such type occurs here, because inputs are decoded on the thread of their
// request.
package struct ModelType: @unchecked Sendable {
    private let type: (any Decodable.Type)?

    /// Creates an unknown type, for a schema that was not derived from a type.
    init() { type = nil }

    init(_ type: any Decodable.Type) { self.type = type }

    /// True if the type is known.
    var isKnown: Bool { type != nil }

    /// The names of the XML elements that contain a value of the type; `nil` if the type is
    /// not known.
    package func rootNames(in xml: XML) -> (root: String, item: String)? {
        type.map { xml.rootNames(of: $0) }
    }

    /// Returns the error of decoding a value as the type; `nil` if the value can be decoded.
    func failure(of value: Document.Cursor, _ choices: DecodingChoices) -> CodingError? {
        type.flatMap { Self.failure($0, value, choices) }
    }

    private static func failure<T: Decodable>(
        _ type: T.Type,
        _ value: Document.Cursor,
        _ choices: DecodingChoices
    ) -> CodingError? {
        do throws(CodingError) {
            _ = try value.decode(type, choices)
            return nil
        } catch {
            return error
        }
    }
}

extension ModelType: Hashable {
    // Two schemas are equal if their contents are equal, whatever types they were derived from.
    package static func == (one: ModelType, other: ModelType) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
