// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoComparison
import RecadoEndpoints
import Testing

/// Makes OpenAPI documents with one operation, with only what a test needs.
enum Documents {
    /// Returns a document with the given paths and components.
    static func document(paths: String, components: String = "{}") throws -> Value {
        let text =
            #"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"#
            + #""servers":[{"url":"/club"}],"paths":\#(paths),"components":\#(components)}"#
        return try JSON().value(from: Array(text.utf8))
    }

    /// Returns a document whose only operation is `PUT /club/films/{id}`.
    static func operation(_ operation: String, components: String = "{}") throws -> Value {
        try document(paths: #"{"/films/{id}":{"put":\#(operation)}}"#, components: components)
    }

    /// Returns a document whose operation takes content of the given schema.
    static func taking(_ schema: String) throws -> Value {
        try operation(
            #"{"requestBody":{"required":true,"content":{"application/json":{"schema":\#(schema)}}}}"#
        )
    }

    /// Returns a document whose operation answers with content of the given schema.
    static func answering(_ schema: String) throws -> Value {
        try operation(
            #"{"responses":{"200":{"content":{"application/json":{"schema":\#(schema)}}}}}"#
        )
    }

    /// Returns the changes from one document to another, as texts.
    static func changes(_ old: Value, _ new: Value) throws -> [String] {
        try APIComparison(old: old, new: new).changes.map(\.description)
    }
}
