// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A parser that converts JSON texts (RFC 8259) to nodes, without recursion.
///
/// 1. Every byte of the text is checked before anything is returned.
/// 2. The tree also serves as the stack: while a container is open, the payload of its node holds
///    the index of the enclosing container and the number of members that the enclosing container
///    has so far.
/// 3. The parser writes into memory that the caller provides. It stops when the memory is full and
///    continues when the caller provides more.
struct JSONParser {
    let lexer: JSONLexer
    let limits: JSON.Limits
    let policy: JSON.DuplicateKeys

    /// The index of the next byte in the source.
    var position: Int
    /// The bytes of the keys that had escapes, with the escapes decoded.
    var side: [UInt8] = []
    /// The innermost open container.
    var open = Open(node: JSONParser.none, count: 0, keys: 0, depth: 0, isObject: false)
    var keySets = KeySets()
    /// The objects with so many keys that duplicates are searched for only at the end.
    var largeObjects: [Int] = []

    /// The container that is being read.
    struct Open: BitwiseCopyable {
        var node: Int
        var count: Int
        /// A set of 64 bits, one for each class of hashes; a key whose bit is clear has not
        /// occurred in the object.
        var keys: UInt64
        var depth: Int
        var isObject: Bool

        /// The byte that closes the container.
        @inline(always) var end: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    }

    /// The index that means "no container"; every index of a node is smaller.
    static let none = Int(UInt32.max)

    /// The number of members above which duplicate keys of an object are found by hash instead of
    /// pairwise comparison.
    static let manyKeys = 32

    init(_ source: ByteReader, _ json: JSON, from position: Int) {
        lexer = JSONLexer(source)
        limits = json.limits
        policy = json.duplicateKeys
        self.position = lexer.skipBlanks(position)
    }

    /// Continues to read until the text ends or the memory is full.
    ///
    /// - Returns: True if the text has ended.
    mutating func run(into room: inout NodeRoom) throws(Problem) -> Bool {
        // Local copies tell the compiler that no other code changes these values.
        let lexer = lexer
        var open = open
        var tree = room
        var next = lexer.place(position)
        if open.node == Self.none, next.byte | 0x20 != UInt8(ascii: "{"), tree.hasRoom {
            try readRoot(next, &room)
            return true
        }
        while true {
            lexer.skipBlanks(&next)
            // A step writes at most a key and a value.
            guard tree.hasRoom else {
                save(next.at, open)
                room = tree
                return false
            }
            if open.isObject { try readKey(&next, lexer, &open, &tree) }
            // Brackets and braces differ in one bit.
            if next.byte | 0x20 == UInt8(ascii: "{") {
                try push(&next, lexer, &open, &tree)
                if next.byte != open.end { continue }
                // The container is empty, but `finish` will add 1 to its count.
                open.count = -1
            } else if try readLeaf(&next, lexer, &tree) {
                // A comma was read, so a sibling follows.
                open.count &+= 1
                continue
            }
            if try finish(&next, lexer, &open, tree) { break }
        }
        save(try lexer.end(next.at), open)
        room = tree
        if !largeObjects.isEmpty { try settleLargeObjects(tree) }
        return true
    }

    /// Reads a text that consists of a scalar.
    @inline(never)
    private mutating func readRoot(
        _ start: JSONLexer.Cursor,
        _ room: inout NodeRoom
    ) throws(Problem) {
        var next = start
        // A comma is not part of the root, so the index moves back to it.
        if try readLeaf(&next, lexer, &room) { next.at -= 1 }
        save(try lexer.end(next.at), open)
    }

    private mutating func save(_ at: Int, _ open: Open) {
        position = at
        self.open = open
    }

    // MARK: - Keys and leaves

    /// Reads a key, the colon after it and white space.
    @inline(always)
    private mutating func readKey(
        _ next: inout JSONLexer.Cursor,
        _ lexer: JSONLexer,
        _ open: inout Open,
        _ tree: inout NodeRoom
    ) throws(Problem) {
        guard next.byte == UInt8(ascii: "\"") else {
            throw Problem(next.at >= lexer.source.count ? .end : .key, next.at)
        }
        let start = next.at &+ 1
        var (key, end) = lexer.plainKey(start)
        let after = lexer.source.word(at: end)
        // The bytes `":` follow the plain bytes.
        let isPlain = UInt16(truncatingIfNeeded: after) == 0x3A22
        if !isPlain, UInt8(truncatingIfNeeded: after) != next.byte {
            key = try unusualKey(start, end)
        }
        tree.append(key.node)
        try note(key.hash, &open, tree)
        if isPlain {
            next.at = end &+ 2
            next.byte = UInt8(truncatingIfNeeded: after >> 16)
        } else {
            next = try lexer.lateColon(key.next)
        }
        guard next.byte <= 0x20 else { return }
        // Usually there is one space.
        if next.byte == 0x20 { next = lexer.place(next.at &+ 1) }
        lexer.skipBlanks(&next)
    }

    /// Continues to read a key from its first byte that is not plain.
    @inline(never)
    private mutating func unusualKey(_ start: Int, _ end: Int) throws(Problem) -> JSONLexer.Key {
        let key = try lexer.unusualKey(start, end)
        return key.node.flags.contains(.escaped) ? unescaped(key) : key
    }

    /// Reads a value that is not a container.
    ///
    /// - Returns: True if a comma directly followed the value; the comma has then been read too.
    @inline(always)
    private func readLeaf(
        _ next: inout JSONLexer.Cursor,
        _ lexer: JSONLexer,
        _ tree: inout NodeRoom
    ) throws(Problem) -> Bool {
        // Each branch appends the node itself, because there the compiler knows some of its fields.
        if next.byte == UInt8(ascii: "\"") { return try readString(&next, lexer, &tree) }
        if next.byte &- 0x30 < 10 || next.byte == UInt8(ascii: "-") {
            let start = next.at
            guard let number = ScannedNumber(lexer.source, &next.at) else {
                throw Problem(.number, start)
            }
            next.byte = lexer.source[next.at]
            tree.append(number.node)
        } else {
            let token = try lexer.literal(next.at)
            tree.append(token.node)
            next = lexer.place(token.next)
        }
        return skipComma(&next, lexer)
    }

    @inline(always)
    private func skipComma(_ next: inout JSONLexer.Cursor, _ lexer: JSONLexer) -> Bool {
        guard next.byte == UInt8(ascii: ",") else { return false }
        next = lexer.place(next.at &+ 1)
        return true
    }

    /// Reads a string that is a value; returns true if a comma was read too.
    @inline(always)
    private func readString(
        _ next: inout JSONLexer.Cursor,
        _ lexer: JSONLexer,
        _ tree: inout NodeRoom
    ) throws(Problem) -> Bool {
        let start = next.at &+ 1
        let end = lexer.plainEnd(start)
        let after = lexer.source.word(at: end)
        let length = UInt64(truncatingIfNeeded: end &- start)
        // The bytes `",` follow the plain bytes.
        if UInt16(truncatingIfNeeded: after) == 0x2C22 {
            tree.append(NodeWords(.string, offset: start, payload: length))
            next.at = end &+ 2
            next.byte = UInt8(truncatingIfNeeded: after >> 16)
            return true
        }
        if UInt8(truncatingIfNeeded: after) == UInt8(ascii: "\"") {
            tree.append(NodeWords(.string, offset: start, payload: length))
            next.at = end &+ 1
            next.byte = UInt8(truncatingIfNeeded: after >> 8)
            return false
        }
        let token = try lexer.unusual(start, end)
        tree.append(token.node)
        next = lexer.place(token.next)
        return skipComma(&next, lexer)
    }

    // MARK: - Containers

    /// Opens a container and skips white space.
    @inline(always)
    private mutating func push(
        _ next: inout JSONLexer.Cursor,
        _ lexer: JSONLexer,
        _ open: inout Open,
        _ tree: inout NodeRoom
    ) throws(Problem) {
        guard open.depth < limits.depth else { throw Problem(.depth, next.at) }
        let isObject = next.byte == UInt8(ascii: "{")
        let saved = Document.Node.payload(length: open.node, high: open.count)
        if open.isObject { keySets[open.depth] = open.keys }
        open = Open(node: tree.count, count: 0, keys: 0, depth: open.depth &+ 1, isObject: isObject)
        tree.append(NodeWords(isObject ? .object : .array, offset: next.at, payload: saved))
        next = lexer.place(next.at &+ 1)
        lexer.skipBlanks(&next)
    }

    /// Reads the bytes after a value: a comma, or the closing brackets of containers.
    ///
    /// - Returns: True if the root has ended.
    @inline(always)
    private mutating func finish(
        _ next: inout JSONLexer.Cursor,
        _ lexer: JSONLexer,
        _ open: inout Open,
        _ tree: NodeRoom
    ) throws(Problem) -> Bool {
        repeat {
            lexer.skipBlanks(&next)
            open.count &+= 1
            let byte = next.byte
            guard byte == UInt8(ascii: ",") || byte == open.end else {
                throw Problem(next.at >= lexer.source.count ? .end : .separator, next.at)
            }
            next = lexer.place(next.at &+ 1)
            if byte == UInt8(ascii: ",") { return false }
            close(&open, tree)
        } while open.node != Self.none
        return true
    }

    @inline(always)
    private mutating func close(_ open: inout Open, _ tree: NodeRoom) {
        if open.isObject, open.count > Self.manyKeys { largeObjects.append(open.node) }
        let saved = tree[open.node].payload
        tree[open.node].payload = Document.Node.payload(length: tree.count, high: open.count)
        let outer = Int(UInt32(truncatingIfNeeded: saved))
        let isObject = outer != Self.none && tree[outer].kind == .object
        let depth = open.depth &- 1
        open = Open(
            node: outer,
            count: Int(truncatingIfNeeded: saved >> 32),
            keys: isObject ? keySets[depth] : 0,
            depth: depth,
            isObject: isObject
        )
    }

    /// Decodes the escapes of a key immediately, so that lookups only compare bytes.
    private mutating func unescaped(_ key: JSONLexer.Key) -> JSONLexer.Key {
        let bytes = Unescaper.bytes(lexer.source.slice(key.node.offset, key.node.length))
        let offset = side.count
        side.append(contentsOf: bytes)
        let (payload, hash) = ByteReader.lending(bytes) { source in
            (KeyName.payload(source), JSONLexer(source).hash(0, source.count))
        }
        // An escape may denote a character outside ASCII.
        let node = NodeWords(.key, [.side, .wide], offset: offset, payload: payload)
        return JSONLexer.Key(node: node, hash: hash, next: key.next)
    }

    /// True if a byte is allowed in a number.
    static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
        default: false
        }
    }
}
