// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A format, as far as reading its documents differs from reading those of others.
///
/// All formats share the tree and the decoder; most of what is read is told by the kinds of nodes
/// alone, without a question here. The defaults are those of JSON.
protocol Notation: Sendable {
    /// Whether scalars have no type of their own and are read from text.
    static var isUntyped: Bool { get }

    /// Whether every value is an element, which is an object, a list or a
    /// text as a model asks for it.
    static var isMarkup: Bool { get }

    // MARK: - Members

    /// The index of the value of a name.
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

    /// The index of the value of a prepared name, or -1.
    static func member(
        _ name: KeyName,
        of object: Int,
        as role: MemberRole,
        in decoder: TreeDecoder
    ) -> Int

    /// Whether a value, which is not barren, is of a kind that has members.
    static func hasMembers(_ index: Int, in decoder: TreeDecoder) -> Bool

    /// Whether a value, which is not null, has nothing inside and is no offence
    /// on the way of a path either.
    static func isBarren(_ index: Int, in decoder: TreeDecoder) -> Bool

    // MARK: - Elements

    /// The elements of a list.
    ///
    /// - Parameters:
    ///   - list: The index of the value.
    ///   - isItem: Whether the value is an element of a list itself.
    ///   - decoder: The decoder of the call.
    /// - Returns: The elements, or `nil` if the value is no list.
    static func elements(
        of list: Int,
        isItem: Bool,
        in decoder: TreeDecoder
    ) -> ElementPlaces?

    /// The indexes of the values that `*` in a path stands for; `nil` if
    /// the value has none of any kind.
    ///
    /// The index of a text that stands for the content of its element is inverted.
    static func everything(below value: Int, in decoder: TreeDecoder) -> [Int]?

    // MARK: - Scalars

    /// The index of the value that a scalar is read from where an object or array stands.
    static func scalar(of container: Int, in decoder: TreeDecoder) -> Int

    /// The text that a string is read from where an object stands; `nil` if it is none.
    static func content(of object: Int, in decoder: TreeDecoder) -> String?

    /// A text without the white space around it that is no part of a scalar.
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

    /// The elements of a list, or `nil` if the value is none.
    func elements(of list: Int) -> ElementPlaces? {
        notation.elements(of: list, isItem: state.item == list, in: self)
    }

    /// The index of the value of a name, or -1.
    func member(_ name: String, of object: Int, as role: MemberRole = .member) -> Int {
        ByteReader.lending(name) { notation.member($0, of: object, as: role, in: self) }
    }

    /// The indexes of the values of an object, but for those that a later key
    /// overrules and for attributes.
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
