// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An encoded value as a tree, whose nodes can change until it is written.
///
/// A tree is used if values are not encoded in the order of the output: for sorted keys, and for
/// models that use their containers out of order. If a name is repeated, the new value takes the
/// position of the earlier one.
final class EncodedTree {
    private enum Kind {
        case nothing
        case scalar
        case object
        case array
    }

    /// The content of a node, for writing.
    enum Content {
        case nothing
        case scalar(Scalar)
        case object(Members)
        case array([EncodedTree])
    }

    private var kind = Kind.nothing
    private var scalar = Scalar.null
    private var members = Members()
    private var elements: [EncodedTree] = []

    /// The role of the node in its object, such as attribute.
    var role = MemberRole.member

    /// Sets the role that a key selects, unless the value's type has already set a role.
    func take(_ said: MemberRole) {
        if role == .member { role = said }
    }

    init() {}

    init(_ scalar: Scalar) {
        (kind, self.scalar) = (.scalar, scalar)
    }

    /// The current content.
    var content: Content {
        switch kind {
        case .nothing: .nothing
        case .scalar: .scalar(scalar)
        case .object: .object(members)
        case .array: .array(elements)
        }
    }

    /// The number of elements.
    var count: Int { elements.count }

    /// Turns the node into an object, unless it is one.
    func becomeObject() {
        if kind != .object { (kind, members) = (.object, Members()) }
    }

    /// Turns the node into an array, unless it is one.
    func becomeArray() {
        if kind != .array { (kind, elements) = (.array, []) }
    }

    /// Replaces the content of this node by the content of another node.
    func become(_ other: EncodedTree) {
        (kind, scalar, members, elements) =
            (other.kind, other.scalar, other.members, other.elements)
    }

    /// True if members may be added: the node is an object, null, or has no content yet.
    var isOpen: Bool {
        switch kind {
        case .nothing, .object: return true
        case .array: return false
        case .scalar:
            guard case .null = scalar else { return false }
            return true
        }
    }

    /// Merges another node into this one.
    ///
    /// The members of two objects are combined. Otherwise this node takes the other node's content,
    /// except that null does not replace an object.
    ///
    /// - Returns: False if one node is an object and the other an array or a scalar other than
    ///   null, or if two members with the same name differ in this way.
    func merge(_ other: EncodedTree) -> Bool {
        switch (kind, other.kind) {
        case (.object, .object):
            for (name, member) in other.members.list {
                guard let before = members[name] else {
                    members.set(name, to: member)
                    continue
                }
                guard before.merge(member) else { return false }
            }
            return true
        case (.object, _): return other.isOpen
        case (_, .object) where !isOpen: return false
        default:
            become(other)
            role = other.role
            return true
        }
    }

    /// Sets a member.
    func set(_ name: String, to node: EncodedTree) {
        members.set(name, to: node)
    }

    /// Returns the member with a name, or `nil` if there is none.
    func member(_ name: String) -> EncodedTree? {
        members[name]
    }

    /// Adds an element.
    func append(_ node: EncodedTree) {
        elements.append(node)
    }

    /// The members of an object, in the order in which their names first occurred.
    struct Members {
        private(set) var list: [(name: String, node: EncodedTree)] = []
        /// The indexes of the names, by their bytes, because `String` treats some names with
        /// different bytes as equal.
        private var places: [[UInt8]: Int] = [:]

        mutating func set(_ name: String, to node: EncodedTree) {
            let bytes = Array(name.utf8)
            if let place = places[bytes] {
                list[place].node = node
            } else {
                places[bytes] = list.count
                list.append((name, node))
            }
        }

        subscript(name: String) -> EncodedTree? {
            places[Array(name.utf8)].map { list[$0].node }
        }

        /// The members in the order of the bytes of their names.
        var sorted: [(name: String, node: EncodedTree)] {
            list.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        }
    }
}
