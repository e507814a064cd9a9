// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The rules by which values are read from the documents of one format.
///
/// All formats share the tree and the decoder. Most values are read by the kinds of their nodes
/// alone, without a call to this protocol. The default implementations are those of JSON.
protocol Notation: Sendable {
    /// True if scalars in the document are texts without a type, as in forms and XML.
    static var isUntyped: Bool { get }

    /// True for XML, where every value is an element that can be read as an object, a list or a
    /// text.
    static var isMarkup: Bool { get }

    // MARK: - Members

    /// Returns the index of the value with a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: The index of the object.
    ///   - role: The role of the member, in XML.
    ///   - decoder: The decoder of the call.
    /// - Returns: The index, or -1 if there is none.
    static func member(
        _ name: ByteReader,
        of object: Int,
        as role: MemberRole,
        in decoder: TreeDecoder
    ) -> Int

    /// Returns the index of the value with a prepared name, or -1 if there is none.
    static func member(
        _ name: KeyName,
        of object: Int,
        as role: MemberRole,
        in decoder: TreeDecoder
    ) -> Int

    /// True if a value, which is neither null nor empty, is of a kind that has members.
    static func hasMembers(_ index: Int, in decoder: TreeDecoder) -> Bool

    /// True if a value other than null is empty, so that a path through it leads to no value but is
    /// not an error.
    static func isEmptyValue(_ index: Int, in decoder: TreeDecoder) -> Bool

    // MARK: - Elements

    /// Returns the elements of a list.
    ///
    /// - Parameters:
    ///   - list: The index of the value.
    ///   - isItem: True if the value is itself an element of a list.
    ///   - decoder: The decoder of the call.
    /// - Returns: The elements, or `nil` if the value is not a list.
    static func elements(
        of list: Int,
        isItem: Bool,
        in decoder: TreeDecoder
    ) -> ElementPlaces?

    /// Returns the indexes of the values that `*` in a path denotes; `nil` for a value that cannot
    /// have any.
    ///
    /// An inverted index (`~index`) denotes the text of the XML element at the index.
    static func everything(below value: Int, in decoder: TreeDecoder) -> [Int]?

    // MARK: - Scalars

    /// Returns the index of the value from which a scalar is read if the model finds an object or
    /// array.
    static func scalar(of container: Int, in decoder: TreeDecoder) -> Int

    /// Returns the text that an object has when it is read as a string; `nil` if it cannot be.
    static func content(of object: Int, in decoder: TreeDecoder) -> String?

    /// Removes the white space around the text of a scalar, if the format allows such white space.
    static func trimmed(_ text: String) -> String

    /// Converts an object to a generic `Value`.
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

    static func isEmptyValue(_ index: Int, in decoder: TreeDecoder) -> Bool { false }

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
        if decoder.isNull(value) || isEmptyValue(value, in: decoder) { return [] }
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

    /// Returns the elements of a list, or `nil` if the value is not a list.
    func elements(of list: Int) -> ElementPlaces? {
        notation.elements(of: list, isItem: state.item == list, in: self)
    }

    /// Returns the index of the value with a name, or -1 if there is none.
    func member(_ name: String, of object: Int, as role: MemberRole = .member) -> Int {
        ByteReader.lending(name) { notation.member($0, of: object, as: role, in: self) }
    }

    /// Returns the indexes of an object's values, except XML attributes and values whose key an
    /// equal key overrules.
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
