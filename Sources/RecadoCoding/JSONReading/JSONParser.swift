// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The parser of JSON texts (RFC 8259): bytes to nodes, without recursion.
///
/// 1. Every byte of the text is checked before anything is returned.
/// 2. While a container is open its node holds, in place of its own payload, the index of the
///    container around it and the number of that one's members so far: the stack is the tree.
/// 3. The parser writes into room that others give it, stops when that is full and goes on from there.
struct JSONParser {
    let lexer: JSONLexer
    let limits: JSON.Limits
    let policy: JSON.DuplicateKeys

    /// The index of the next byte.
    var position: Int
    /// Unescaped keys.
    var side: [UInt8] = []
    /// Where it stands in the tree.
    var open = Open(node: JSONParser.none, count: 0, keys: 0, depth: 0, isObject: false)
    /// Whether a member of an object comes next, with its key.
    var expectsKey = false
    /// The sets of keys of the objects around the open one.
    var keySets: [UInt64] = []
    /// The objects whose keys are compared at the end, because they are many.
    var largeObjects: [Int] = []

    /// The container that is being read.
    struct Open: BitwiseCopyable {
        var node: Int
        var count: Int
        /// A bit for each hash of a key so far: a clear bit proves that a key is new.
        var keys: UInt64
        var depth: Int
        var isObject: Bool

        /// The byte that closes it.
        @inline(__always) var end: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    }

    /// The index that stands for no container; an index of nodes is smaller.
    static let none = Int(UInt32.max)

    /// Objects with more members have their keys compared by hash instead of one by one.
    static let manyKeys = 32

    init(_ source: Source, _ json: JSON, from position: Int) {
        lexer = JSONLexer(source)
        limits = json.limits
        policy = json.duplicateKeys
        self.position = lexer.skipBlanks(position)
    }

    /// Reads on until the text ends or the room does.
    ///
    /// - Returns: If the text has ended.
    mutating func run(into room: inout NodeRoom) throws(Problem) -> Bool {
        // Copies, so that the compiler sees that nobody else changes them.
        let lexer = lexer
        var open = open
        var tree = room
        var at = position
        var expectsKey = expectsKey
        repeat {
            // A step writes a key and a value at most.
            guard tree.left >= 2 else {
                save(at, open, expectsKey)
                room = tree
                return false
            }
            if expectsKey { at = try key(at, lexer, &open, &tree) }
            let byte = lexer.source[at]
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                try push(at, &open, &tree, isObject: byte == UInt8(ascii: "{"))
                at = lexer.skipBlanks(at &+ 1)
                expectsKey = open.isObject
                if lexer.source[at] != open.end { continue }
            } else {
                let isString = byte == UInt8(ascii: "\"")
                let token = try isString ? lexer.string(at) : lexer.scalar(byte, at)
                tree.append(token.node)
                at = lexer.skipBlanks(token.next)
                // Mostly a sibling comes next.
                if lexer.source[at] == UInt8(ascii: ","), open.node != Self.none {
                    open.count &+= 1
                    at = lexer.skipBlanks(at &+ 1)
                    continue
                }
            }
            at = try finish(at, &open, tree)
            expectsKey = open.isObject
        } while open.node != Self.none
        save(try lexer.end(at), open, expectsKey)
        room = tree
        if !largeObjects.isEmpty { try settleLargeObjects(tree) }
        return true
    }

    /// Reads a key and the colon behind it.
    ///
    /// - Returns: The index of the value.
    @inline(__always)
    private mutating func key(
        _ at: Int,
        _ lexer: JSONLexer,
        _ open: inout Open,
        _ tree: inout NodeRoom
    ) throws(Problem) -> Int {
        var key = try lexer.key(at)
        if key.node.flags.contains(.escaped) { key.node = unescaped(key.node) }
        try note(&key.node, &open, tree)
        tree.append(key.node)
        return try lexer.colon(key.next)
    }

    private mutating func save(_ at: Int, _ open: Open, _ expectsKey: Bool) {
        position = at
        self.open = open
        self.expectsKey = expectsKey
    }

    @inline(__always)
    private mutating func push(
        _ at: Int,
        _ open: inout Open,
        _ tree: inout NodeRoom,
        isObject: Bool
    ) throws(Problem) {
        guard open.depth < limits.depth else { throw Problem(.depth, at) }
        let saved = Document.Node.payload(
            length: open.node,
            high: UInt32(truncatingIfNeeded: open.count)
        )
        if open.isObject { keySets.append(open.keys) }
        open = Open(node: tree.count, count: 0, keys: 0, depth: open.depth &+ 1, isObject: isObject)
        tree.append(Document.Node(isObject ? .object : .array, offset: at, payload: saved))
    }

    /// Reads what stands behind a value: a comma, or the ends of containers.
    ///
    /// - Returns: The index of the next value or key, or the index behind the root.
    @inline(never)
    private mutating func finish(
        _ start: Int,
        _ open: inout Open,
        _ tree: NodeRoom
    ) throws(Problem) -> Int {
        var at = start
        while open.node != Self.none {
            at = lexer.skipBlanks(at)
            let byte = lexer.source[at]
            let isEmpty = tree.count == open.node &+ 1
            if byte == UInt8(ascii: ","), !isEmpty {
                open.count &+= 1
                return lexer.skipBlanks(at &+ 1)
            }
            guard byte == open.end else {
                throw Problem(at >= lexer.source.count ? .end : .separator, at)
            }
            if !isEmpty { open.count &+= 1 }
            at &+= 1
            close(&open, tree)
        }
        return at
    }

    @inline(__always)
    private mutating func close(_ open: inout Open, _ tree: NodeRoom) {
        if open.isObject, open.count > Self.manyKeys { largeObjects.append(open.node) }
        let saved = tree[open.node].payload
        tree[open.node].payload = Document.Node.payload(
            length: tree.count,
            high: UInt32(truncatingIfNeeded: open.count)
        )
        let outer = Int(UInt32(truncatingIfNeeded: saved))
        let isObject = outer != Self.none && tree[outer].kind == .object
        open = Open(
            node: outer,
            count: Int(truncatingIfNeeded: saved >> 32),
            keys: isObject ? keySets.popLast() ?? .max : 0,
            depth: open.depth &- 1,
            isObject: isObject
        )
    }

    /// Keys are unescaped at once, so that looking one up only compares bytes.
    @inline(never)
    private mutating func unescaped(_ key: Document.Node) -> Document.Node {
        let bytes = Unescaper.bytes(lexer.source.slice(Int(key.offset), key.length))
        let offset = side.count
        side.append(contentsOf: bytes)
        let first = Source.lending(bytes) { $0.half(at: 0) }
        return Document.Node(
            .key,
            // An escape may stand for any character.
            [.side, .wide],
            offset: offset,
            payload: Document.Node.payload(length: bytes.count, high: first)
        )
    }

    /// Whether a byte may stand in a number.
    static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
        default: false
        }
    }
}
