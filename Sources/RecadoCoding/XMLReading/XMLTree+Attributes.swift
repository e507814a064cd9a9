// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLTree {
    /// What attributes say of their element.
    struct Notes: BitwiseCopyable {
        var isPreserving: Bool
        var isNil = false
        var isList = false
        /// The attributes that say no more than that it is nil and of what type.
        var idleAttributes = 0
    }

    /// Adds the attributes, which make the element an object.
    mutating func attributes(_ source: Source, _ room: inout Room) {
        var notes = Notes(isPreserving: open.isPreserving)
        for index in 0..<parser.attributes.count {
            let attribute = parser.attributes[index]
            if attribute.isDeclaration { continue }
            append(key(attribute.name, .attribute, source), source, &room)
            room.append(value(of: attribute))
            inspect(attribute, source, &notes)
        }
        open.isPreserving = notes.isPreserving
        open.isNil = notes.isNil
        open.idleAttributes = notes.idleAttributes
        if notes.isList { room[open.node].flags.insert(.repeated) }
    }

    /// Adds an element with attributes that holds a text alone: what the general way comes to.
    ///
    /// Its keys are different, for so are the names of attributes, and a text has none.
    @inline(never)
    mutating func leafWithAttributes(_ source: Source, _ room: inout Room) {
        if open.run.isPresent { flush(source, &room) }
        appendKey(parser.name, source, &room)
        let element = room.count
        var object = Node(.object, offset: parser.place(parser.tokenStart), payload: 0)
        room.append(object)
        var notes = Notes(isPreserving: open.isPreserving)
        for index in 0..<parser.attributes.count {
            let attribute = parser.attributes[index]
            if attribute.isDeclaration { continue }
            room.append(key(attribute.name, .attribute, source))
            room.append(value(of: attribute))
            inspect(attribute, source, &notes)
        }
        var count = (room.count &- element) >> 1
        let text = parser.text
        // A declaration of the prefix `xml` alone leaves no attribute.
        guard count > 0 else {
            room[element] = node(text, place: parser.textStart)
            return
        }
        if text.length > 0, notes.isPreserving || !isBlank(text, source) {
            let run = node(text, place: parser.textStart)
            room.append(runKey(run))
            room.append(run)
            count &+= 1
        }
        if notes.isNil, count == notes.idleAttributes {
            room.cut(to: element)
            room.append(Node(.null, offset: Int(object.offset), payload: 0))
            return
        }
        if notes.isNil { object.flags.insert(.bare) }
        if notes.isList { object.flags.insert(.repeated) }
        room[room.count &- 2].flags.insert(.last)
        let members = UInt32(truncatingIfNeeded: count)
        object.payload = Node.payload(length: room.count, high: members)
        room[element] = object
    }

    @inline(__always)
    private func value(of attribute: XMLParser.Attribute) -> Node {
        let isOwn = !attribute.text.isSide && attribute.text.offset < parser.sourceCount
        let place = UInt32(truncatingIfNeeded: parser.place(parser.tokenStart))
        return node(attribute.text, place: isOwn ? attribute.text.offset : place)
    }

    /// Takes note of an attribute that says something of its element.
    ///
    /// It changes nothing but is mutating, as is what it calls: else the tree would be copied.
    @inline(__always)
    private mutating func inspect(
        _ attribute: XMLParser.Attribute,
        _ source: Source,
        _ notes: inout Notes
    ) {
        let length = attribute.name.length
        guard length >= 3, length <= 5 else { return }
        let word = source.half(at: Int(attribute.name.local))
        let namespace = attribute.name.namespace
        let isSchema = namespace == XMLNamespaces.schemaInstance
        switch length {
        case 4 where word == 0x6570_7974:
            // `type`
            guard isSchema || namespace == 0 else { return }
            notes.idleAttributes += 1
            if !isSchema, attribute.text.length == 5, has("array", attribute.text, source) {
                notes.isList = true
            }
        case 3 where word & 0xFF_FFFF == 0x6C_696E:
            // `nil`
            guard isSchema || namespace == 0,
                has("true", attribute.text, source)
                    || (isSchema && has("1", attribute.text, source))
            else { return }
            notes.isNil = true
            notes.idleAttributes += 1
        case 5 where namespace == XMLNamespaces.xml:
            guard source.has("space", at: Int(attribute.name.local)) else { return }
            notes.isPreserving = has("preserve", attribute.text, source)
        default: break
        }
    }

    /// Whether a text in ASCII is the value of an attribute.
    @inline(never)
    private mutating func has(
        _ value: StaticString,
        _ text: XMLParser.Text,
        _ source: Source
    ) -> Bool {
        let start = Int(text.offset)
        guard Int(text.length) == value.utf8CodeUnitCount else { return false }
        guard text.isSide else { return source.has(value, at: start) }
        return unsafe parser.side.withUnsafeBufferPointer {
            unsafe Source($0).has(value, at: start)
        }
    }
}
