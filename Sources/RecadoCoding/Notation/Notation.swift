// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The part of a format in which reading its documents differs from other formats.
///
/// All formats share the tree and the decoder; for most values the kinds of nodes are enough, and
/// no method of this protocol is called. The defaults are those of JSON.
protocol Notation: Sendable {
    /// True if scalars have no type of their own and are read from text.
    static var isUntyped: Bool { get }

    /// True if every value is an element, which is an object, a list or a text, as the model
    /// requests.
    static var isMarkup: Bool { get }

    // MARK: - Members

    /// The index of the value with a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: The index of the object.
    ///   - role: The role of the member, in XML.
    ///   - decoder: The decoder of the call.
    /// - Returns: The index, or -1.
    static func member(
        _ name: ByteReader,
        of object: Int,
        as role: MemberRole,
        in decoder: TreeDecoder
    ) -> Int

    /// The index of the value with a prepared name, or -1.
    static func member(
        _ name: KeyName,
        of object: Int,
        as role: MemberRole,
        in decoder: TreeDecoder
    ) -> Int

    /// True if a value is of a kind that has members; it is neither null nor barren.
    static func hasMembers(_ index: Int, in decoder: TreeDecoder) -> Bool

    /// True if a value other than null is empty: a path that leads through it has no value, which
    /// is not an error.
    static func isBarren(_ index: Int, in decoder: TreeDecoder) -> Bool

    // MARK: - Elements

    /// The elements of a list.
    ///
    /// - Parameters:
    ///   - list: The index of the value.
    ///   - isItem: True if the value is an element of a list itself.
    ///   - decoder: The decoder of the call.
    /// - Returns: The elements, or `nil` if the value is not a list.
    static func elements(
        of list: Int,
        isItem: Bool,
        in decoder: TreeDecoder
    ) -> ElementPlaces?

    /// The indexes of the values for `*` in a path; `nil` for a value that cannot have elements or
    /// members.
    ///
    /// An index with inverted bits denotes the text of the element at the original index.
    static func everything(below value: Int, in decoder: TreeDecoder) -> [Int]?

    // MARK: - Scalars

    /// The index of the value from which a scalar is read where the document has an object or
    /// array.
    static func scalar(of container: Int, in decoder: TreeDecoder) -> Int

    /// The text that is read as a string from an object; `nil` if the object cannot be read as a
    /// text.
    static func content(of object: Int, in decoder: TreeDecoder) -> String?

    /// A text without the white space around it that is not part of a scalar.
    static func trimmed(_ text: String) -> String

    /// The generic value of an object.
    static func value(of object: Int, in decoder: TreeDecoder) throws -> Value
}

extension Notation {
    static var isUntyped: Bool { false }
    static var isMarkup: Bool { false }

    @inline(__always)
    static func member(
        _ name: ByteReader,
        of object: Int,
        as role: MemberRole,
        in decoder: TreeDecoder
    ) -> Int {
        guard decoder.node(object).kind == .object else { return -1 }
        let index = decoder.find(name, in: object)
        return index == 0 ? -1 : index
    }

    static func member(
        _ name: KeyName,
        of object: Int,
        as role: MemberRole,
        in decoder: TreeDecoder
    ) -> Int {
        member(name.bytes, of: object, as: role, in: decoder)
    }

    static func hasMembers(_ index: Int, in decoder: TreeDecoder) -> Bool {
        decoder.node(index).kind == .object
    }

    static func isBarren(_ index: Int, in decoder: TreeDecoder) -> Bool { false }

    static func elements(
        of list: Int,
        isItem: Bool,
        in decoder: TreeDecoder
    ) -> ElementPlaces? {
        let node = decoder.node(list)
        guard node.kind == .array else { return nil }
        return ElementPlaces((list &+ 1)..<node.end, count: node.count)
    }

    static func everything(below value: Int, in decoder: TreeDecoder) -> [Int]? {
        if decoder.isNull(value) || isBarren(value, in: decoder) { return [] }
        if let elements = elements(of: value, isItem: false, in: decoder) {
            return elements.indexes(in: decoder)
        }
        return decoder.node(value).kind == .object ? decoder.values(of: value) : nil
    }

    static func scalar(of container: Int, in decoder: TreeDecoder) -> Int { container }

    static func content(of object: Int, in decoder: TreeDecoder) -> String? { nil }

    static func trimmed(_ text: String) -> String { text }

    static func value(of object: Int, in decoder: TreeDecoder) throws -> Value {
        let node = decoder.node(object)
        var members: [Value.Object.Member] = []
        members.reserveCapacity(node.count)
        var index = object &+ 1
        while index < node.end {
            let key = decoder.node(index)
            if !key.isShadowed {
                members.append((decoder.text(of: key), try decoder.anyValue(index &+ 1)))
            }
            index = decoder.end(of: index &+ 1)
        }
        return .object(Value.Object(distinct: members))
    }
}

extension TreeDecoder {
    /// The format of the document.
    @inline(__always) var notation: any Notation.Type { state.notation }

    /// The elements of a list, or `nil` if the value is not a list.
    func elements(of list: Int) -> ElementPlaces? {
        notation.elements(of: list, isItem: state.item == list, in: self)
    }

    /// The index of the value with a name, or -1.
    func member(_ name: String, of object: Int, as role: MemberRole = .member) -> Int {
        ByteReader.lending(name) { notation.member($0, of: object, as: role, in: self) }
    }

    /// The indexes of the values of an object, except attributes and those that a later key
    /// overrules.
    func values(of object: Int) -> [Int] {
        let end = node(object).end
        var indexes: [Int] = []
        var index = object &+ 1
        while index < end {
            let key = node(index)
            if !key.isShadowed, !key.flags.contains(.attribute) { indexes.append(index &+ 1) }
            index = self.end(of: index &+ 1)
        }
        return indexes
    }
}
