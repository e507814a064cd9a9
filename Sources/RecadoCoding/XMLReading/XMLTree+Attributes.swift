// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLTree {
    /// The properties of an element that attributes such as `xsi:nil` and `xml:space` set.
    struct Notes: BitwiseCopyable {
        var isPreserving: Bool
        var isNil = false
        var isList = false
        /// The number of attributes that only set the element's type or mark it as nil.
        var idleAttributes = 0
    }

    /// Adds the attributes of a start tag to the nodes; an element with attributes becomes an
    /// object.
    mutating func attributes(_ source: ByteReader, _ room: inout NodeRoom) {
        var notes = Notes(isPreserving: open.isPreserving)
        for index in 0..<parser.attributes.count {
            let attribute = parser.attributes[index]
            if attribute.isDeclaration { continue }
            let key = key(attribute.name, .attribute, source)
            append(key, source, &room)
            room.append(value(of: attribute))
            inspect(key, attribute.text, source, &notes)
        }
        open.isPreserving = notes.isPreserving
        open.isNil = notes.isNil
        open.idleAttributes = notes.idleAttributes
        if notes.isList { room[open.node].flags.insert(.repeated) }
    }

    @inline(__always)
    private func value(of attribute: XMLParser.Attribute) -> Node {
        let isOwn = !attribute.text.isSide && attribute.text.offset < parser.sourceCount
        let place = UInt32(truncatingIfNeeded: parser.place(parser.tokenStart))
        return node(attribute.text, place: isOwn ? attribute.text.offset : place)
    }

    /// Records an attribute that sets a property of its element.
    ///
    /// `inspect` and `has` are mutating only so that the compiler does not copy the tree.
    @inline(__always)
    mutating func inspect(
        _ key: Node,
        _ text: XMLParser.Text,
        _ source: ByteReader,
        _ notes: inout Notes
    ) {
        let isSchema = key.exponent == XMLNamespaces.schemaInstance
        // The payload is the length and the first four letters.
        switch key.payload {
        case 0x6570_7974_0000_0004:
            // `type`
            guard isSchema || key.exponent == 0 else { return }
            notes.idleAttributes &+= 1
            if !isSchema, text.length == 5, has("array", text, source) { notes.isList = true }
        case 0x006C_696E_0000_0003:
            // `nil`
            guard isSchema || key.exponent == 0,
                has("true", text, source) || (isSchema && has("1", text, source))
            else { return }
            notes.isNil = true
            notes.idleAttributes &+= 1
        case 0x6361_7073_0000_0005 where key.exponent == XMLNamespaces.xml:
            guard source.has("space", at: Int(key.offset)) else { return }
            notes.isPreserving = has("preserve", text, source)
        default: break
        }
    }

    /// True if an attribute has an ASCII text as its value.
    @inline(never)
    private mutating func has(
        _ value: StaticString,
        _ text: XMLParser.Text,
        _ source: ByteReader
    ) -> Bool {
        let start = Int(text.offset)
        guard Int(text.length) == value.utf8CodeUnitCount else { return false }
        guard text.isSide else { return source.has(value, at: start) }
        return ByteReader.lending(parser.side) { $0.has(value, at: start) }
    }
}
