// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// An error for a document that is not OpenAPI, or that cannot be compared.
public struct DocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A description of the error, in one line.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The parts of an OpenAPI document that are compared.
///
/// The document is not trusted: a value of an unexpected type counts as missing, and the number of
/// references in a chain is limited.
struct ComparedDocument: Sendable {
    /// The maximum length of a chain of references.
    private static let hopLimit = 32
    /// The maximum number of operations in a document.
    private static let operationLimit = 10_000
    private static let methods = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace",
    ]

    private let root: Value
    /// The operations by method and path, in which the names of path parameters are ignored.
    let operations: [String: ComparedOperation]
    /// The keys of the operations, in the order of the document.
    let order: [String]
    /// The paths, without the names of their parameters.
    let paths: Set<String>

    init(_ value: Value, named name: String) throws(DocumentError) {
        guard let version = value["openapi"]?.stringValue else {
            throw DocumentError("\(name) is no OpenAPI document: it has no member “openapi”")
        }
        guard version.hasPrefix("3.") else {
            throw DocumentError("\(name) is of OpenAPI \(version.prefix(20)), not of version 3")
        }
        guard value["paths"]?.objectValue != nil || value["components"]?.objectValue != nil else {
            throw DocumentError("\(name) has no paths")
        }
        root = value
        var operations: [String: ComparedOperation] = [:]
        var order: [String] = []
        let prefix = Self.prefix(of: value["servers"]?[0] ?? [:])
        for (template, item) in value["paths"]?.objectValue ?? [:] {
            let item = Self.resolve(item, in: value)
            for method in Self.methods {
                guard let operation = item[method], operation.objectValue != nil else { continue }
                let compared = ComparedOperation(
                    method: method.uppercased(),
                    path: prefix + template,
                    operation,
                    shared: item,
                    root: value
                )
                if operations.updateValue(compared, forKey: compared.key) == nil {
                    order.append(compared.key)
                }
            }
            guard order.count <= Self.operationLimit else {
                throw DocumentError("\(name) has more than \(Self.operationLimit) operations")
            }
        }
        self.operations = operations
        self.order = order
        paths = Set(operations.values.map(\.pathKey))
    }

    /// Returns the path of a server's address, in which variables have their default values.
    private static func prefix(of server: Value) -> String {
        let variables = (server["variables"]?.objectValue ?? [:]).map { name, variable in
            (name, variable["default"].map { $0.stringValue ?? $0.description } ?? "")
        }
        let template = server["url"]?.stringValue ?? ""
        let values = Dictionary(variables) { first, _ in first }
        let address = AddressTemplate.filled(template, values) ?? ""
        var rest = address[...]
        let parts = address.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 { rest = parts[1].drop { $0 != "/" } }
        while rest.last == "/" { rest.removeLast() }
        return String(rest)
    }

    // MARK: - References

    /// Returns the target of a reference, or the value itself if it is no reference.
    ///
    /// The result is null if the target does not exist, or is reached through too many references.
    static func resolve(_ value: Value, in root: Value) -> Value {
        var value = value
        for _ in 0..<hopLimit {
            guard let reference = value["$ref"]?.stringValue else { return value }
            guard reference.hasPrefix("#/"), let target = target(of: reference, in: root) else {
                return .null
            }
            value = target
        }
        return .null
    }

    private static func target(of reference: String, in root: Value) -> Value? {
        var target: Value? = root
        for part in reference.dropFirst(2).split(separator: "/") {
            let name = JSONPointer.name(part)
            if let elements = target?.arrayValue {
                guard let index = Int(name), elements.indices.contains(index) else { return nil }
                target = elements[index]
            } else {
                target = target?[name]
            }
        }
        return target
    }
}
