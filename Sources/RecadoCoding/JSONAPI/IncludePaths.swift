// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Relationships to follow from the primary data of a document: `author`, `comments.author`.
///
/// The paths are kept as a tree, so that what they share is followed once.
public struct IncludePaths: Sendable, Hashable {
    /// What follows a relationship, by its name.
    package private(set) var children: [String: IncludePaths] = [:]
    /// The names in the order in which they were first said.
    package private(set) var names: [String] = []

    /// Creates no paths: nothing is followed.
    public init() {}

    /// Creates paths.
    ///
    /// - Parameter paths: The paths, each with dots between the names of relationships.
    public init(_ paths: [String]) {
        for path in paths {
            add(path.split(separator: ".", omittingEmptySubsequences: true).map(String.init)[...])
        }
    }

    private mutating func add(_ path: ArraySlice<String>) {
        guard let first = path.first else { return }
        if children[first] == nil { names.append(first) }
        children[first, default: IncludePaths()].add(path.dropFirst())
    }

    /// Whether nothing is followed.
    public var isEmpty: Bool { names.isEmpty }

    /// The longest way, in relationships.
    package var depth: Int { (children.values.map(\.depth).max() ?? -1) + 1 }

    /// The paths, of which none is the beginning of another.
    public var paths: [String] {
        names.flatMap { name in
            let rest = children[name]?.paths ?? []
            return rest.isEmpty ? [name] : rest.map { name + "." + $0 }
        }
    }

    /// The value of the query parameter `include`.
    public var query: String { paths.joined(separator: ",") }
}

extension IncludePaths: ExpressibleByStringLiteral {
    /// Reads a list of paths with commas between them.
    ///
    /// - Parameter value: The list, as the query parameter `include` has it.
    public init(stringLiteral value: String) { self.init(list: value) }

    /// Reads a list of paths with commas between them.
    ///
    /// - Parameter list: The list, as the query parameter `include` has it.
    public init(list: String) {
        self.init(list.split(separator: ",").map(String.init))
    }
}

extension IncludePaths: ExpressibleByArrayLiteral {
    /// Creates paths.
    ///
    /// - Parameter elements: The paths.
    public init(arrayLiteral elements: String...) { self.init(elements) }
}
