// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// Filter conditions and sort keys that are spread over several parameters:
/// `filter[n][condition][path]=title`.
struct SpreadParameters: Sendable {
    /// The conditions by name, in the order of the request.
    private var conditions: [(name: String, parts: [String: String])] = []
    private var keys: [(name: String, parts: [String: String])] = []

    mutating func addCondition(
        _ name: String,
        _ part: String,
        _ item: QueryItems.Item
    ) throws(ResourceError) {
        guard ["path", "operator", "value"].contains(part) else {
            throw .parameter(item.name, "Expected path, operator or value.")
        }
        Self.add(item.value, part, name, to: &conditions)
    }

    mutating func addKey(
        _ name: String,
        _ part: String,
        _ item: QueryItems.Item
    ) throws(ResourceError) {
        guard ["path", "direction"].contains(part) else {
            throw .parameter(item.name, "Expected path or direction.")
        }
        Self.add(item.value, part, name, to: &keys)
    }

    private static func add(
        _ value: String,
        _ part: String,
        _ name: String,
        to list: inout [(name: String, parts: [String: String])]
    ) {
        if let place = list.firstIndex(where: { $0.name == name }) {
            list[place].parts[part] = value
        } else {
            list.append((name, [part: value]))
        }
    }

    func filters(_ rules: CollectionRules) throws(ResourceError) -> [ResourceQuery.Filter] {
        var filters: [ResourceQuery.Filter] = []
        for (name, parts) in conditions {
            guard let path = parts["path"], rules.filters.contains(path) else {
                let parameter = "filter[\(name)][condition][path]"
                throw .parameter(parameter, "Nothing can be filtered by this field.")
            }
            guard let value = parts["value"] else {
                throw .parameter("filter[\(name)][condition][value]", "Expected a value.")
            }
            filters.append(ResourceQuery.Filter(path, parts["operator"] ?? "=", value))
        }
        return filters
    }

    func sort(_ rules: CollectionRules) throws(ResourceError) -> [ResourceQuery.Sort] {
        var sort: [ResourceQuery.Sort] = []
        for (name, parts) in keys {
            guard let path = parts["path"], rules.sorts.contains(path) else {
                throw .parameter("sort[\(name)][path]", "Nothing can be sorted by this field.")
            }
            let isDescending = parts["direction"]?.lowercased() == "desc"
            sort.append(isDescending ? .descending(path) : .ascending(path))
        }
        return sort
    }
}
