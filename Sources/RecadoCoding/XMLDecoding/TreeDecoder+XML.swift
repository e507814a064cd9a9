// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// An XML element is an object of its attributes, its children and its character runs, or, where it has only
// characters, a text. Nothing is rearranged for the model: what an array, an attribute or the text of an element is
// depends on what the model asks for, and is looked up here.

extension TreeDecoder {
    // MARK: - Members

    /// The index of the value that a name asks for in an element, or -1.
    ///
    /// | name | what it finds |
    /// |---|---|
    /// | `id` | the first child of that name in any namespace, or else the attribute |
    /// | `@id` | the attribute |
    /// | `{uri}id`, `p:id` | the child in that namespace; `@` may stand in front |
    /// | `#text`, nothing | the element itself, from which scalars read its text |
    /// | `_0` | the child of that name, or else the element itself: a case's payload |
    ///
    /// A wrapper's role overrules the plain name.
    @inline(never)
    func findInXML(
        _ name: ByteReader,
        _ element: Int,
        as role: MemberRole
    ) -> Int {
        if role == .text { return element }
        switch name[0] {
        case 0:
            return element
        case UInt8(ascii: "#") where name.count == 5 && name.half(at: 1) == 0x7478_6574:
            return element
        case UInt8(ascii: "@"):
            return search(wanted(name.dropFirst(1)), element, .attribute)
        default:
            let wanted = wanted(name)
            let index = search(wanted, element, role == .attribute ? .attribute : .child)
            let isPayload = name.count == 2 && name[0] == UInt8(ascii: "_") && name[1] == 0x30
            return index < 0 && isPayload ? element : index
        }
    }

    @inline(__always)
    private func wanted(_ name: ByteReader) -> NameInXML {
        let choices = choices
        if choices.ignoresNamespaces { return NameInXML(whole: name) }
        return NameInXML(name, choices.prefixes)
    }

    /// The index of the value that a prepared name of elements asks for in an element, or -1.
    @inline(never)
    func find(element name: KeyName, in element: Int) -> Int {
        search(NameInXML(name), element, .child)
    }

    private enum Search {
        case child, attribute
    }

    /// Elements of which fewer names are passed to find one are searched one by one.
    private static let fewNames = 32

    /// The first of a name and kind: of children, or else of attributes where a child is looked for.
    @inline(__always)
    private func search(_ name: NameInXML, _ element: Int, _ kind: Search) -> Int {
        let object = node(element)
        guard object.kind == .object else { return -1 }
        let slot = slot(of: element)
        let namespace = name.namespace.map { self.namespace($0) }
        if slot.value.searches > 2 {
            return indexed(name, namespace, element, kind, slot)
        }
        var attribute = 0
        var passed = 0
        var index = element &+ 1
        while index < object.end {
            let key = node(index)
            if matches(key, name.payload, name.local),
                namespace == nil || namespace == Int(key.exponent)
            {
                let isAttribute = key.flags.contains(.attribute)
                if isAttribute == (kind == .attribute) { break }
                if isAttribute, attribute == 0 { attribute = index }
            }
            index = end(of: index &+ 1)
            passed &+= 1
        }
        if passed > Self.fewNames { slot.value.searches &+= 1 }
        if index < object.end { return found(index, slot) }
        return attribute == 0 ? -1 : found(attribute, slot)
    }

    /// Looks into the index of an element of many names that is searched again and again.
    @inline(never)
    private func indexed(
        _ name: NameInXML,
        _ namespace: Int?,
        _ element: Int,
        _ kind: Search,
        _ slot: KeySlotReference
    ) -> Int {
        let index = nameIndex(of: element)
        let isAttribute = kind == .attribute
        let first =
            index.find(name, namespace, isAttribute: isAttribute, in: self)
            ?? (isAttribute ? nil : index.find(name, namespace, isAttribute: true, in: self))
        return first.map { found($0, slot) } ?? -1
    }

    private func nameIndex(of element: Int) -> XMLNameIndex {
        let key = UInt32(truncatingIfNeeded: element)
        if let index = state.names[key] { return index }
        let index = XMLNameIndex(of: element, in: self)
        state.names[key] = index
        return index
    }

    /// The number of a namespace in the document, or -1 if no element is in it.
    private func namespace(_ uri: String) -> Int {
        document.namespaces.number(of: uri) ?? -1
    }

    /// The names in an element: attributes behind `@`, children, and `#text` for characters.
    func namesInXML(_ element: Int) -> [String] {
        let object = node(element)
        guard object.kind == .object else {
            return object.kind == .text && object.length > 0 ? ["#text"] : []
        }
        var names: [String] = []
        var index = element &+ 1
        while index < object.end {
            names.append(nameInXML(node(index)))
            index = end(of: index &+ 1)
        }
        return names
    }

    /// The name of a key: an attribute's behind `@`, and `#text` for characters.
    func nameInXML(_ key: Document.Node) -> String {
        if key.flags.contains(.attribute) { return "@" + text(of: key) }
        return key.length == 0 ? "#text" : text(of: key)
    }

    // MARK: - Text

    /// The whole character content of an element that has attributes or children.
    @inline(never)
    func content(of element: Int) -> String {
        let object = node(element)
        var text = ""
        var index = element &+ 1
        while index < object.end {
            if node(index).length == 0 { text += self.text(of: node(index &+ 1)) }
            index = end(of: index &+ 1)
        }
        return text
    }

    /// Whether there is a character in an element, or in a value of another notation.
    func hasText(_ element: Int) -> Bool {
        let object = node(element)
        guard isXML, object.kind == .object else { return true }
        var index = element &+ 1
        while index < object.end {
            if node(index).length == 0 { return true }
            index = end(of: index &+ 1)
        }
        return false
    }

    /// The index of the only character run of an element, or the element's own if there is no such one.
    @inline(never)
    func onlyRun(of element: Int) -> Int {
        let object = node(element)
        var only = element
        var index = element &+ 1
        while index < object.end {
            if node(index).length == 0 {
                if only != element { return element }
                only = index &+ 1
            }
            index = end(of: index &+ 1)
        }
        return only
    }
}

/// A name to look for: the local part, and the namespace if the name says one.
struct NameInXML {
    let local: ByteReader
    let namespace: String?
    let payload: UInt64

    @inline(__always)
    init(_ name: ByteReader, _ prefixes: [String: String]) {
        var start = 0
        var namespace: String?
        if name[0] == UInt8(ascii: "{") || Self.hasColon(name) {
            (start, namespace) = Self.split(name, prefixes)
        }
        local = name.dropFirst(start)
        self.namespace = namespace
        payload = KeyName.payload(local)
    }

    /// A prepared name, which says no namespace.
    @inline(__always)
    init(_ name: KeyName) {
        local = name.bytes
        namespace = nil
        payload = name.payload
    }

    /// A name in which a colon is a character like any other.
    init(whole name: ByteReader) {
        local = name
        namespace = nil
        payload = KeyName.payload(name)
    }

    @inline(__always)
    private static func hasColon(_ name: ByteReader) -> Bool {
        name.firstIndex(of: UInt8(ascii: ":")) != nil
    }

    /// Where the local part begins, and the namespace.
    @inline(never)
    private static func split(
        _ name: ByteReader,
        _ prefixes: [String: String]
    ) -> (Int, String?) {
        if name[0] == UInt8(ascii: "{") {
            guard let end = name.firstIndex(of: UInt8(ascii: "}")) else { return (0, nil) }
            return (end + 1, name.slice(1, end - 1).text)
        }
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return (0, nil) }
        // A prefix that nobody has declared is overlooked: prefixes are the document's own choice.
        return (colon + 1, prefixes[name.slice(0, colon).text])
    }
}
