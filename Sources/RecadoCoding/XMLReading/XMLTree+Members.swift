// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLTree {
    // MARK: - Keys

    /// Adds the key of an element.
    @inline(__always)
    mutating func appendKey(_ name: XMLParser.Name, _ source: ByteReader, _ room: inout NodeRoom) {
        append(key(name, layout, source), source, &room)
        layout = []
    }

    /// Creates the key of an element or an attribute.
    @inline(__always)
    func key(_ name: XMLParser.Name, _ flags: Node.Flags, _ source: ByteReader) -> Node {
        let start = Int(name.local)
        let length = name.length
        let word = source.word(at: start) & SWAR.first(length)
        let isWide =
            word & SWAR.highs != 0 || (length > 8 && source.isWide(start &+ 8, length &- 8))
        return Node(
            .key,
            isWide ? flags.union(.wide) : flags,
            exponent: name.namespace,
            offset: start,
            payload: Node.payload(length: length, high: UInt32(truncatingIfNeeded: word))
        )
    }

    /// Adds a key; an earlier key of the object with the same name is flagged `more`.
    @inline(__always)
    mutating func append(_ key: Node, _ source: ByteReader, _ room: inout NodeRoom) {
        if open.count > 0, isEqual(room[open.lastKey], key, source) {
            room[open.lastKey].flags.insert(.more)
        } else {
            let mixed = key.payload ^ (key.payload >> 29) ^ UInt64(UInt16(bitPattern: key.exponent))
            let bit: UInt64 = 1 << ((mixed &* 0x9E37_79B9_7F4A_7C15) >> 58)
            if open.keys & bit != 0 { compare(key, source, room) }
            open.keys |= bit
        }
        open.isObject = true
        open.lastKey = room.count
        open.count &+= 1
        room.append(key)
    }

    @inline(__always)
    func isEqual(_ one: Node, _ other: Node, _ source: ByteReader) -> Bool {
        one.payload == other.payload && one.exponent == other.exponent && one.kind == .key
            && (one.length <= 4
                || source.isEqual(Int(one.offset), Int(other.offset), one.length))
    }

    /// The number of keys up to which equal keys are found by comparing them one by one.
    private static let few = 32

    /// Compares a key with the earlier keys of its object and flags an equal one, unless the object
    /// has many keys.
    @inline(never)
    private mutating func compare(_ key: Node, _ source: ByteReader, _ room: NodeRoom) {
        guard open.count < Self.few, !open.isLarge else {
            open.isLarge = true
            return
        }
        var index = open.node &+ 1
        var latest: Int?
        while index < room.count {
            if isEqual(room[index], key, source) { latest = index }
            index = room[index &+ 1].end(at: index &+ 1)
        }
        if let latest { room[latest].flags.insert(.more) }
    }

    /// Flags the equal keys of an object with many keys, by hash.
    mutating func settle(_ source: ByteReader, _ room: NodeRoom) {
        var seen = [ElementName: Int](minimumCapacity: open.count)
        var index = open.node &+ 1
        while index < room.count {
            let key = room[index]
            let local = source.slice(Int(key.offset), key.length)
            let name = ElementName(local: local, namespace: Int(key.exponent), isAttribute: false)
            if let earlier = seen.updateValue(index, forKey: name) {
                room[earlier].flags.insert(.more)
            }
            index = room[index &+ 1].end(at: index &+ 1)
        }
    }

    // MARK: - Texts

    /// Creates the node of a text.
    @inline(__always)
    func node(_ text: XMLParser.Text, place: UInt32) -> Node {
        var flags = text.isWide ? Node.Flags.wide : Node.Flags()
        if text.isSide { flags.insert(.side) }
        return Node(
            .text,
            flags,
            offset: Int(text.offset),
            payload: Node.payload(length: Int(text.length), high: place)
        )
    }

    /// Adds character data; joins it to character data directly before it.
    @inline(__always)
    mutating func characters(_ source: ByteReader) throws(Problem) {
        let text = parser.text
        guard text.length > 0 else { return }
        guard !open.run.isPresent else { return try join(text, source) }
        open.run = Run(
            text: text,
            place: UInt32(truncatingIfNeeded: parser.place(parser.tokenStart)),
            isPresent: true,
            isBlank: isBlank(text, source)
        )
    }

    @inline(__always)
    func isBlank(_ text: XMLParser.Text, _ source: ByteReader) -> Bool {
        let start = Int(text.offset)
        guard text.isSide else {
            return source[start] <= 0x20 && source.isBlank(start, Int(text.length))
        }
        guard parser.side[start] <= 0x20 else { return false }
        return parser.side[start..<(start &+ Int(text.length))].allSatisfy { $0 <= 0x20 }
    }

    /// Joins a text to the previous run; the joined text is then the last text in `side`.
    @inline(never)
    private mutating func join(_ text: XMLParser.Text, _ source: ByteReader) throws(Problem) {
        var run = open.run
        run.isBlank = run.isBlank && isBlank(text, source)
        let bytes = parser.bytes(of: text, source)
        if text.isSide { parser.side.removeLast(parser.side.count - Int(text.offset)) }
        if run.text.isSide {
            // This removes the zero byte that ended the previous text.
            parser.side.removeLast()
        } else {
            let copy = parser.bytes(of: run.text, source)
            run.text.offset = UInt32(truncatingIfNeeded: parser.side.count)
            run.text.isSide = true
            parser.side += copy
        }
        parser.side += bytes
        parser.side.append(0)
        run.text.length += text.length
        run.text.isWide = run.text.isWide || text.isWide
        guard Int(run.text.length) <= parser.limits.textBytes else {
            throw Problem(.textBytes, parser.tokenStart)
        }
        open.run = run
    }

    /// Adds the text that was read before a start or end tag, unless it is only white space that
    /// may be left out.
    @inline(__always)
    mutating func flush(_ source: ByteReader, _ room: inout NodeRoom) {
        let run = open.run
        open.run = Run()
        let text = node(run.text, place: run.place)
        if run.isBlank, !open.isMixed, !open.isPreserving {
            blanks.append(Blank(node: room.count, text: text))
            return
        }
        appendRun(text, isBlank: run.isBlank, source, &room)
    }

    @inline(never)
    private mutating func appendRun(
        _ text: Node,
        isBlank: Bool,
        _ source: ByteReader,
        _ room: inout NodeRoom
    ) {
        if !isBlank, !open.isMixed {
            open.isMixed = true
            if blanks.count &- open.blanks &+ open.layouts > 0 { restoreBlanks(source, &room) }
        }
        append(runKey(text), source, &room)
        room.append(text)
    }

    func runKey(_ text: Node) -> Node {
        Node(.key, offset: text.count, payload: 0)
    }

    /// Adds the white space that was left out of the open element; called when the element turns
    /// out to have other text as well, so that its white space must be kept.
    private mutating func restoreBlanks(_ source: ByteReader, _ room: inout NodeRoom) {
        let own = leftOut(source, room)
        var end = room.count
        for _ in own {
            room.append(Node(.null, offset: 0, payload: 0))
            room.append(Node(.null, offset: 0, payload: 0))
        }
        var shift = 2 * own.count
        for blank in own.reversed() {
            for index in stride(from: end - 1, through: blank.node, by: -1) {
                var node = room[index]
                if node.isContainer {
                    node.payload &+= UInt64(truncatingIfNeeded: shift)
                }
                room[index + shift] = node
            }
            end = blank.node
            shift -= 2
            room[end + shift] = runKey(blank.text)
            room[end + shift + 1] = blank.text
        }
        open.count += own.count
        // The indexes of the keys have changed, so equal keys are found at the element's end.
        open.isLarge = true
        open.lastKey = open.node
        blanks.removeLast(blanks.count - open.blanks)
        open.layouts = 0
    }

    /// Returns the white space that was left out of the open element, in document order.
    private func leftOut(_ source: ByteReader, _ room: NodeRoom) -> [Blank] {
        var noted = blanks[open.blanks...]
        var all: [Blank] = []
        var index = open.node &+ 1
        while index < room.count {
            if let blank = noted.first, blank.node == index {
                all.append(blank)
                noted.removeFirst()
            }
            if room[index].flags.contains(.layout) {
                all.append(Blank(node: index, text: layout(before: room[index], source)))
            }
            index = room[index &+ 1].end(at: index &+ 1)
        }
        return all + noted
    }

    /// Returns the white space before the tag of a flagged key.
    private func layout(before key: Node, _ source: ByteReader) -> Node {
        var end = Int(key.offset)
        while source[end] != UInt8(ascii: "<") { end -= 1 }
        var start = end
        while start > 0, ByteReader.isBlank(source[start - 1]) { start -= 1 }
        let text = XMLParser.Text(start, end - start)
        return node(text, place: text.offset)
    }
}
