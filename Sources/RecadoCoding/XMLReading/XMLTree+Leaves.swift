// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLTree {
    /// The state of reading a possible leaf (an element that contains only a text).
    private struct Leaf: BitwiseCopyable {
        /// The index of the start tag in the source.
        let tag: Int
        /// The index of the next byte in the source.
        var position: Int
        /// The node index of the first attribute.
        let first: Int
        /// The node index after the last attribute.
        var end: Int
        var notes: Notes
        var isEmpty = false
    }

    /// The maximum number of attributes of a leaf; with more attributes, comparing every pair of
    /// them would be slow.
    private static let few = 8

    /// Reads leaves, which are elements that contain only a text, directly into nodes.
    ///
    /// Most elements are leaves, and reading them without tokens is faster. This method stops at an
    /// unusual leaf and at an error, and keeps nothing of an unfinished leaf. The token-based
    /// method of the parser then starts again at the tag.
    @inline(never)
    mutating func leaves(_ source: ByteReader, _ room: inout NodeRoom) {
        guard parser.phase == .content, !parser.isEmpty else { return }
        let areUsual = !parser.hasDoctype && parser.elements.count < parser.limits.depth
        while true {
            if source[parser.position] <= 0x20 { passLayout(source) }
            let tag = parser.position
            // The name of an element must follow, not an end tag or other markup.
            guard areUsual, source[tag] == UInt8(ascii: "<"), source[tag &+ 1] > 0x40,
                hasRoom(room, attributes: Self.few)
            else { return }
            if open.run.isPresent { flush(source, &room) }
            let side = parser.side.count
            guard leaf(source, tag, &room) else {
                parser.side.removeLast(parser.side.count &- side)
                parser.position = tag
                return
            }
        }
    }

    /// Skips white space between two tags, which most documents use for layout.
    ///
    /// Other white space is left to the token-based method of the parser, because it may belong to
    /// other text or have to be preserved.
    @inline(__always)
    private mutating func passLayout(_ source: ByteReader) {
        guard !open.run.isPresent, !open.isMixed, !open.isPreserving else { return }
        let start = parser.position
        let at = source.skipLayout(start)
        let length = at &- start
        guard length > 0, source[at] == UInt8(ascii: "<"), length <= parser.limits.textBytes,
            !parser.hasDoctype || parser.frames.isEmpty
        else { return }
        switch source[at &+ 1] {
        case UInt8(ascii: "!"), UInt8(ascii: "?"): return
        case UInt8(ascii: "/"):
            // If the open element has neither attributes nor children, the white space is its text
            // and must not be skipped.
            guard open.isObject else { return }
        default:
            // A flag on the next key records the white space; this is cheaper than storing it.
            layout = .layout
            open.layouts &+= 1
        }
        parser.position = at
    }

    // MARK: - Elements

    /// Reads the element at a tag, if it is a leaf.
    @inline(__always)
    private mutating func leaf(_ source: ByteReader, _ tag: Int, _ room: inout NodeRoom) -> Bool {
        let start = tag &+ 1
        let number = parser.namespaces.defaultNumber
        guard let (key, end) = key(source, start, layout, number) else { return false }
        var leaf = Leaf(
            tag: tag,
            position: end,
            first: room.count &+ 2,
            end: room.count &+ 2,
            notes: Notes(isPreserving: open.isPreserving)
        )
        if source[end] == UInt8(ascii: ">") {
            leaf.position = end &+ 1
        } else if !attributes(source, &leaf, room) {
            return false
        }
        var text = XMLParser.Text(tag, 0)
        if leaf.isEmpty {
            parser.position = leaf.position
        } else {
            let name = XMLParser.Leaf(start: start, length: end &- start)
            guard let read = parser.leaf(source, leaf.position, name) else { return false }
            text = read
        }
        append(key, source, &room)
        layout = []
        if leaf.end > leaf.first {
            finish(leaf, text, source, &room)
        } else {
            let place = leaf.isEmpty ? tag : leaf.position
            room.append(node(text, place: UInt32(truncatingIfNeeded: place)))
        }
        return true
    }

    /// Adds the nodes of a leaf with attributes after its key; the token-based method of the parser
    /// would add the same nodes.
    ///
    /// All its keys differ, because attribute names differ and the key of a text is empty.
    @inline(__always)
    private mutating func finish(
        _ leaf: Leaf,
        _ text: XMLParser.Text,
        _ source: ByteReader,
        _ room: inout NodeRoom
    ) {
        let notes = leaf.notes
        var end = leaf.end
        if text.length > 0, notes.isPreserving || !isBlank(text, source) {
            let run = node(text, place: UInt32(truncatingIfNeeded: leaf.position))
            room[end] = runKey(run)
            room[end &+ 1] = run
            end &+= 2
        }
        let count = (end &- leaf.first) >> 1
        if notes.isNil, count == notes.idleAttributes {
            room.append(Node(.null, offset: leaf.tag, payload: 0))
            return
        }
        var flags = notes.isNil ? Node.Flags.bare : Node.Flags()
        if notes.isList { flags.insert(.repeated) }
        let payload = Node.payload(length: end, high: count)
        room.append(Node(.object, flags, offset: leaf.tag, payload: payload))
        room[end &- 2].flags.insert(.last)
        room.resize(to: end)
    }

    // MARK: - Attributes

    /// Reads the attributes and the end of a tag; returns true if they are valid.
    @inline(__always)
    private mutating func attributes(
        _ source: ByteReader,
        _ leaf: inout Leaf,
        _ room: NodeRoom
    ) -> Bool {
        while true {
            let at = source.skipBlanks(leaf.position)
            switch source[at] {
            case UInt8(ascii: ">"):
                leaf.position = at &+ 1
                return true
            case UInt8(ascii: "/"):
                leaf.position = at &+ 2
                leaf.isEmpty = true
                return source[at &+ 1] == UInt8(ascii: ">")
            default:
                guard at > leaf.position, attribute(source, at, &leaf, room) else { return false }
            }
        }
    }

    @inline(__always)
    private mutating func attribute(
        _ source: ByteReader,
        _ start: Int,
        _ leaf: inout Leaf,
        _ room: NodeRoom
    ) -> Bool {
        let count = (leaf.end &- leaf.first) >> 1
        guard count < Self.few, count < parser.limits.attributes,
            source.half(at: start) != XMLParser.xmln,
            let (key, end) = key(source, start, .attribute, 0), isNew(key, leaf, source, room)
        else { return false }
        var at = source.skipBlanks(end)
        guard source[at] == UInt8(ascii: "=") else { return false }
        at = source.skipBlanks(at &+ 1)
        let quote = source[at]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let (text, next) = try? parser.value(source, at &+ 1, quote)
        else { return false }
        let place = text.isSide ? UInt32(truncatingIfNeeded: leaf.tag) : text.offset
        room[leaf.end] = key
        room[leaf.end &+ 1] = node(text, place: place)
        leaf.end &+= 2
        leaf.position = next
        inspect(key, text, source, &leaf.notes)
        return true
    }

    @inline(__always)
    private func isNew(_ key: Node, _ leaf: Leaf, _ source: ByteReader, _ room: NodeRoom) -> Bool {
        var index = leaf.first
        while index < leaf.end {
            if isEqual(room[index], key, source) { return false }
            index &+= 2
        }
        return true
    }

    // MARK: - Names

    /// Returns the key of a name and the index after the name; `nil` if the name is invalid.
    ///
    /// The given namespace applies to a name without a prefix.
    @inline(__always)
    private mutating func key(
        _ source: ByteReader,
        _ start: Int,
        _ flags: Node.Flags,
        _ namespace: Int16
    ) -> (node: Node, end: Int)? {
        let word = source.word(at: start)
        let end = source.shortNameEnd(start, word)
        let length = end &- start
        guard length > 0, length <= parser.limits.nameBytes else {
            return unusualKey(source, start, flags, namespace)
        }
        let letters = UInt32(truncatingIfNeeded: word & SWAR.first(length))
        let payload = Node.payload(length: length, high: letters)
        return (Node(.key, flags, exponent: namespace, offset: start, payload: payload), end)
    }

    @inline(never)
    private mutating func unusualKey(
        _ source: ByteReader,
        _ start: Int,
        _ flags: Node.Flags,
        _ namespace: Int16
    ) -> (node: Node, end: Int)? {
        guard var name = try? parser.name(source, start) else { return nil }
        name.namespace = namespace
        if name.local != name.start {
            let number = try? parser.namespaces.number(of: name.prefix, source)
            guard let number else { return nil }
            name.namespace = number
        }
        return (key(name, flags, source), Int(name.end))
    }
}
