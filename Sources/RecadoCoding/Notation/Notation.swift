// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The rules by which values are read from the documents of one format.
///
/// All formats share the tree and the decoder. The kind of a node is usually enough to read its
/// value, without a call to this protocol. The default implementations apply to JSON.
protocol Notation: Sendable {
    /// True if scalars in the document are texts without a type, as in forms and XML.
    static var isUntyped: Bool { get }

    /// True for XML, where every value is an element that can be read as an object, a list or a
    /// text.
    static var isMarkup: Bool { get }

    // MARK: - Members

    /// Returns the node index of the value with a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: The node index of the object.
    ///   - role: In XML, the role of the member, such as attribute or child element.
    ///   - decoder: The decoder of the running decode call.
    /// - Returns: The index, or -1 if there is none.
    static func member(
        _ name: ByteReader,
        of object: Int,
        as role: MemberRole,
        in decoder: TreeDecoder
    ) -> Int

    /// Returns the node index of the value with a name from a table of names, or -1 if there is
    /// none.
    static func member(
        _ name: KeyName,
        of object: Int,
        as role: MemberRole,
        in decoder: TreeDecoder
    ) -> Int

    /// True if a value is of a kind that has members; called only for values that are neither null
    /// nor empty.
    static func hasMembers(_ index: Int, in decoder: TreeDecoder) -> Bool

    /// True if a value other than null is empty; a path that continues through it finds nothing,
    /// which is not an error.
    static func isEmptyValue(_ index: Int, in decoder: TreeDecoder) -> Bool

    // MARK: - Elements

    /// Returns the elements of a list.
    ///
    /// - Parameters:
    ///   - list: The node index of the value.
    ///   - isItem: True if the value is itself an element of a list.
    ///   - decoder: The decoder of the running decode call.
    /// - Returns: The elements, or `nil` if the value is not a list.
    static func elements(
        of list: Int,
        isItem: Bool,
        in decoder: TreeDecoder
    ) -> ElementPlaces?

    /// Returns the node indexes of the values that `*` denotes after the given value in a path;
    /// `nil` if the given value is of a kind without elements.
    ///
    /// An inverted index (`~index`) denotes the text of the XML element at that index.
    static func everything(below value: Int, in decoder: TreeDecoder) -> [Int]?

    // MARK: - Scalars

    /// Returns the node index of the value to read if a model requests a scalar but finds an object
    /// or array.
    static func scalar(of container: Int, in decoder: TreeDecoder) -> Int

    /// Returns the text of an object that is read as a string; `nil` if the format has no such
    /// text.
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

    /// Returns the node index of the value with a name, or -1 if there is none.
    func member(_ name: String, of object: Int, as role: MemberRole = .member) -> Int {
        ByteReader.lending(name) { notation.member($0, of: object, as: role, in: self) }
    }

    /// Returns the node indexes of an object's values, except XML attributes and values that are
    /// ignored because another key of the object is equal.
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
