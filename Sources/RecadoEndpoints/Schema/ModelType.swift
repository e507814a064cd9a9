// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The type that values of a schema are read as, which may refuse more than the schema says.
// Inputs are decoded on the thread of their request: no conformance of theirs is isolated.
package struct ModelType: @unchecked Sendable {
    private let type: (any Decodable.Type)?

    /// Creates what is known of a schema that came from no type.
    init() { type = nil }

    init(_ type: any Decodable.Type) { self.type = type }

    /// Whether there is a type.
    var isKnown: Bool { type != nil }

    /// The names of the elements that hold a value of the type in XML; `nil`
    /// where the type is not known.
    func rootNames(in xml: XML) -> (root: String, item: String)? {
        type.map { xml.rootNames(of: $0) }
    }

    /// The reason for which the type refuses a value; `nil` if it takes it.
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
    // Two schemas are the same if they say the same, whatever types they came from.
    package static func == (one: ModelType, other: ModelType) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
