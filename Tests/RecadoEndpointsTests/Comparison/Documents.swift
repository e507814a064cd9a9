// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoComparison
import RecadoEndpoints
import Testing

/// Documents of one operation, written as little as a test needs.
enum Documents {
    /// A document with paths and components.
    static func document(paths: String, components: String = "{}") throws -> Value {
        let text =
            #"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"#
            + #""servers":[{"url":"/club"}],"paths":\#(paths),"components":\#(components)}"#
        return try JSON().value(from: Array(text.utf8))
    }

    /// A document with `PUT /club/films/{id}`.
    static func operation(_ operation: String, components: String = "{}") throws -> Value {
        try document(paths: #"{"/films/{id}":{"put":\#(operation)}}"#, components: components)
    }

    /// An operation that takes content of a schema.
    static func taking(_ schema: String) throws -> Value {
        try operation(
            #"{"requestBody":{"required":true,"content":{"application/json":{"schema":\#(schema)}}}}"#
        )
    }

    /// An operation that answers content of a schema.
    static func answering(_ schema: String) throws -> Value {
        try operation(
            #"{"responses":{"200":{"content":{"application/json":{"schema":\#(schema)}}}}}"#
        )
    }

    /// The changes from one document to another.
    static func changes(_ old: Value, _ new: Value) throws -> [String] {
        try APIComparison(old: old, new: new).changes.map(\.description)
    }
}
