// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints

/// Replaces each reference to a schema that has no name in OpenAPI documents with the schema
/// itself.
struct SchemaInlining {
    /// The maximum nesting of written-out schemas; a model that contains itself needs a name.
    private static let depthLimit = 64

    private let schemas: [String: Value]

    /// Prepares the replacement of references to some schemas.
    ///
    /// - Parameters:
    ///   - library: The library with the names of the schemas to be written out.
    ///   - schemas: All schemas.
    init(_ library: SchemaLibrary, _ schemas: Value.Object) {
        var found: [String: Value] = [:]
        for name in library.inlined {
            found["#/components/schemas/\(name)"] = schemas[name]
        }
        if let files = library.files {
            found["#/components/schemas/\(files)"] = ["type": "string", "format": "binary"]
        }
        self.schemas = found
    }

    /// Returns a part of a document, with references replaced by the schemas they refer to.
    func applied(to value: Value) -> Value {
        schemas.isEmpty ? value : applied(to: value, depth: 0)
    }

    private func applied(to value: Value, depth: Int) -> Value {
        switch value {
        case .object(let members):
            if depth < Self.depthLimit, let reference = members["$ref"]?.stringValue,
                let schema = schemas[reference]
            {
                return applied(to: schema, depth: depth + 1)
            }
            return .object(
                Value.Object(members.map { ($0.key, applied(to: $0.value, depth: depth)) })
            )
        case .array(let elements):
            return .array(elements.map { applied(to: $0, depth: depth) })
        default: return value
        }
    }
}
