// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The fields of resources that a request asks for: `fields[films]=title,year`.
struct SparseFields {
    /// The field names keyed by the resource type; a type without an entry has all its fields.
    private(set) var fields: [String: Set<String>] = [:]

    init(_ request: Request) {
        // Most requests have no such parameter. This search finds the parameter even if its
        // brackets are escaped.
        guard let query = request.query, query.contains("fields"),
            let items = try? QueryItems(comparing: query, limit: 100)
        else { return }
        for item in items {
            guard let type = Self.type(item.name) else { continue }
            let names = item.value.split(separator: ",").map(String.init)
            fields[type, default: []].formUnion(names)
        }
    }

    /// Returns the type in the brackets of a parameter such as `fields[films]`.
    private static func type(_ name: String) -> String? {
        guard name.hasPrefix("fields["), name.hasSuffix("]") else { return nil }
        return String(name.dropFirst("fields[".count).dropLast())
    }
}
