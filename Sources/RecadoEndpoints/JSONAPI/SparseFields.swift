// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The fields that a request wants of resources: `fields[films]=title,year`.
struct SparseFields {
    /// The names by type; types that are not here have all their fields.
    private(set) var fields: [String: Set<String>] = [:]

    init(_ request: Request) {
        // Most requests have none, whichever way their brackets are escaped.
        guard let query = request.query, query.contains("fields"),
            let items = try? QueryItems(comparing: query, limit: 100)
        else { return }
        for item in items {
            guard let type = Self.type(item.name) else { continue }
            let names = item.value.split(separator: ",").map(String.init)
            fields[type, default: []].formUnion(names)
        }
    }

    /// The type whose fields a parameter names.
    private static func type(_ name: String) -> String? {
        guard name.hasPrefix("fields["), name.hasSuffix("]") else { return nil }
        return String(name.dropFirst("fields[".count).dropLast())
    }
}
