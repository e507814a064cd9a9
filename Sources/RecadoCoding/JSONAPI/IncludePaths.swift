// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Relationships to follow from the primary data of a document, such as `author` or
/// `comments.author`.
///
/// The paths form a tree, so that a common prefix is followed only once.
public struct IncludePaths: Sendable, Hashable {
    /// The paths that continue after each relationship, by the bytes of its name.
    ///
    /// The keys are bytes because names come from untrusted requests, and hashing them as strings
    /// can take quadratic time in the number of combining marks on a letter.
    private var children: [[UInt8]: IncludePaths] = [:]
    /// The first relationship of each path, without duplicates, in order of first occurrence.
    package private(set) var names: [String] = []

    /// Creates an empty set of paths: no relationship is followed.
    public init() {}

    /// Creates paths.
    ///
    /// - Parameter paths: The paths; each consists of relationship names separated by dots.
    public init(_ paths: [String]) {
        for path in paths {
            add(path.split(atByte: ".").map(String.init)[...])
        }
    }

    private mutating func add(_ path: ArraySlice<String>) {
        guard let first = path.first else { return }
        let key = Array(first.utf8)
        if children[key] == nil { names.append(first) }
        children[key, default: IncludePaths()].add(path.dropFirst())
    }

    /// The paths that continue after a relationship; `nil` if the relationship is not followed.
    package subscript(name: String) -> IncludePaths? { children[Array(name.utf8)] }

    /// True if no relationship is followed.
    public var isEmpty: Bool { names.isEmpty }

    /// The length of the longest path, in relationships.
    package var depth: Int { (children.values.map(\.depth).max() ?? -1) + 1 }

    /// The paths; none is a prefix of another.
    public var paths: [String] {
        names.flatMap { name in
            let rest = self[name]?.paths ?? []
            return rest.isEmpty ? [name] : rest.map { name + "." + $0 }
        }
    }

    /// The value of the query parameter `include`.
    public var query: String { paths.joined(separator: ",") }
}

extension IncludePaths: ExpressibleByStringLiteral {
    /// Creates paths from a comma-separated list.
    ///
    /// - Parameter value: The list, as in the query parameter `include`.
    public init(stringLiteral value: String) { self.init(list: value) }

    /// Creates paths from a comma-separated list.
    ///
    /// - Parameter list: The list, as in the query parameter `include`.
    public init(list: String) {
        self.init(list.split(atByte: ",").map(String.init))
    }
}

extension IncludePaths: ExpressibleByArrayLiteral {
    /// Creates paths.
    ///
    /// - Parameter elements: The paths.
    public init(arrayLiteral elements: String...) { self.init(elements) }
}
