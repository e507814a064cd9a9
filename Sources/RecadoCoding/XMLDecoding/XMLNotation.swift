// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The notation of XML, whose values are elements.
///
/// An element is an object of its attributes, its children and its character runs, or a text if it
/// has only characters. The tree is the same for every model: this notation finds arrays,
/// attributes and texts in it as the model requests them.
enum XMLNotation: Notation {
    static var isUntyped: Bool { true }
    static var isMarkup: Bool { true }

    // MARK: - Members

    /// Returns the node index of the value for a name in an element, or -1 if there is none.
    ///
    /// | name | what it finds |
    /// |---|---|
    /// | `id` | the first child of that name in any namespace, or else the attribute |
    /// | `@id` | the attribute |
    /// | `{uri}id`, `p:id` | as for `id`, but only in that namespace; with `@`, the attribute |
    /// | `#text`, empty | the element itself, from which scalars read its text |
    /// | `_0` | the child of that name, or else the element itself: a case's payload |
    ///
    /// With the role `text`, any name finds the element itself; with the role `attribute`, `id`
    /// means `@id`.
    static func member(
        _ name: ByteReader,
        of element: Int,
        as role: MemberRole,
        in decoder: TreeDecoder
    ) -> Int {
        if role == .text { return element }
        switch name[0] {
        case 0:
            return element
        case UInt8(ascii: "#") where name.count == 5 && name.half(at: 1) == 0x7478_6574:
            return element
        case UInt8(ascii: "@"):
            return find(name.dropFirst(1), in: element, isAttribute: true, decoder)
        default:
            let index = find(name, in: element, isAttribute: role == .attribute, decoder)
            let isPayload = name.count == 2 && name[0] == UInt8(ascii: "_") && name[1] == 0x30
            return index < 0 && isPayload ? element : index
        }
    }

    /// Returns the node index of the first member for a name that may have a namespace, or -1 if
    /// there is none.
    @inline(never)
    private static func find(
        _ name: ByteReader,
        in element: Int,
        isAttribute: Bool,
        _ decoder: TreeDecoder
    ) -> Int {
        let choices = decoder.choices
        let name =
            choices.ignoresNamespaces ? NameInXML(whole: name) : NameInXML(name, choices.prefixes)
        return decoder.find(name, in: element, isAttribute: isAttribute)
    }

    static func member(
        _ name: KeyName,
        of element: Int,
        as role: MemberRole,
        in decoder: TreeDecoder
    ) -> Int {
        // The usual case is handled separately, so that the compiler knows that the name has no
        // namespace.
        if name.isElementName, role == .member || role == .cdata {
            return decoder.find(NameInXML(name), in: element)
        }
        let role = role == .member ? name.role : role
        return member(name.bytes, of: element, as: role, in: decoder)
    }

    /// True for an object, and for an empty or blank text, which may come from an element without
    /// members.
    static func hasMembers(_ index: Int, in decoder: TreeDecoder) -> Bool {
        let node = decoder.node(index)
        return node.kind == .object || trimmed(decoder.text(of: node)).isEmpty
    }

    /// Returns the name of a child, `@` and the name of an attribute, or `#text` for characters.
    static func name(of key: Document.Node, in decoder: TreeDecoder) -> String {
        if key.flags.contains(.attribute) { return "@" + decoder.text(of: key) }
        return key.length == 0 ? "#text" : decoder.text(of: key)
    }

    /// Returns the names of all attributes and children, and of the text.
    static func names(of element: Int, in decoder: TreeDecoder) -> [String] {
        let object = decoder.node(element)
        guard object.kind == .object else {
            return object.kind == .text && object.length > 0 ? ["#text"] : []
        }
        var names: [String] = []
        var index = element &+ 1
        while index < object.end {
            names.append(name(of: decoder.node(index), in: decoder))
            index = decoder.end(of: index &+ 1)
        }
        return names
    }

    // MARK: - Scalars

    /// Returns the node index of an element's only run of characters, or of the element itself if
    /// it does not have exactly one run.
    static func scalar(of element: Int, in decoder: TreeDecoder) -> Int {
        let object = decoder.node(element)
        var only = element
        var index = element &+ 1
        while index < object.end {
            if decoder.node(index).length == 0 {
                if only != element { return element }
                only = index &+ 1
            }
            index = decoder.end(of: index &+ 1)
        }
        return only
    }

    /// Returns the whole character content of an element that has attributes or children.
    static func content(of element: Int, in decoder: TreeDecoder) -> String? {
        let object = decoder.node(element)
        var text = ""
        var index = element &+ 1
        while index < object.end {
            if decoder.node(index).length == 0 {
                text += decoder.text(of: decoder.node(index &+ 1))
            }
            index = decoder.end(of: index &+ 1)
        }
        return text
    }

    /// Removes the white space around a text; in XML it is often only layout.
    static func trimmed(_ text: String) -> String {
        let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last, isBlank(first) || isBlank(last) else {
            return text
        }
        let start = bytes.firstIndex { !isBlank($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !isBlank($0) }.map { bytes.index(after: $0) } ?? start
        return String(text[start..<end])
    }

    /// Converts an element to a `Value` with its attributes (with `@`), its children, and `#text`
    /// for its characters.
    ///
    /// Children with the same name become an array at the position of the first; an element that is
    /// marked as nil becomes null.
    static func value(of element: Int, in decoder: TreeDecoder) throws -> Value {
        let node = decoder.node(element)
        if decoder.isNull(element) { return .null }
        var object = Value.Object()
        // The text is collected in a variable, not in the object, where appending each run would
        // copy it.
        var content = ""
        var index = element &+ 1
        while index < node.end {
            let key = decoder.node(index)
            let name = decoder.text(of: key)
            if key.flags.contains(.attribute) {
                object["@" + name] = try decoder.anyValue(index &+ 1)
            } else if name.isEmpty {
                if content.isEmpty { object["#text"] = "" }
                content += decoder.text(of: decoder.node(index &+ 1))
            } else {
                object.add(try decoder.anyValue(index &+ 1), as: name)
            }
            index = decoder.end(of: index &+ 1)
        }
        if !content.isEmpty { object["#text"] = .string(content) }
        return .object(object)
    }
}
