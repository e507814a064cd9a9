// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The decoder for all formats: a reference to the running decode call, and the node index of one
/// value.
///
/// It has three words, so `any Decoder` stores it inline, without an allocation.
struct DocumentDecoder: Decoder {
    let context: TreeDecoder
    let index: UInt32
    /// The nesting level of the value that the decoder reads; `.max` if the decoder's containers
    /// are not reused for other objects.
    let level: UInt32
    let serial: UInt64

    @inline(__always)
    init(_ context: TreeDecoder, _ index: Int, level: Int, serial: UInt64) {
        self.context = context
        self.index = UInt32(truncatingIfNeeded: index)
        self.level = UInt32(truncatingIfNeeded: level)
        self.serial = serial
    }

    /// Creates a decoder whose containers are not reused for other objects.
    init(_ context: TreeDecoder, _ index: Int) {
        self.init(context, index, level: -1, serial: context.nextSerial())
    }

    @inline(__always) var node: Int { Int(index) }
    private var isLive: Bool { context.isLive(serial) }

    var codingPath: [any CodingKey] { isLive ? context.codingPath(node) : [] }
    var userInfo: [CodingUserInfoKey: Any] { userValues }

    private var userValues: [CodingUserInfoKey: Any] {
        isLive ? context.choices.userInfo as [CodingUserInfoKey: Any] : [:]
    }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        try context.check(serial)
        let object = context.node(node)
        guard object.kind == .object || context.notation.isMarkup else {
            let last = context.scalar(node)
            guard last != node, context.isFile(last) else {
                throw context.mismatch([String: Any].self, node)
            }
            return try DocumentDecoder(context, last).container(keyedBy: type)
        }
        if context.holdsContent, isChoice(type) { return choice(type) }
        if !context.hasRules,
            let kept = context.state.members.reopen(type, for: self, end: object.end)
        {
            return kept.copy()
        }
        return newContainer(type)
    }

    @inline(never)
    private func newContainer<Key: CodingKey>(
        _ type: Key.Type
    ) -> KeyedDecodingContainer<Key> {
        CodingKeyCache.with(type) { known in
            guard known.isPlain, !context.hasRules else { return known.readingByRules(self) }
            guard let place = context.state.members.place(type, for: self) else {
                return known.reading(self, known.names, nil)
            }
            // The new container is kept, so that further objects can reuse it.
            let serial = context.nextSerial()
            let end = context.node(node).end
            let slot = context.state.members.open(at: place, serial: serial, for: self, end: end)
            let shared = DocumentDecoder(context, node, level: -1, serial: serial)
            let container = known.reading(shared, known.names, slot)
            context.state.members.keep(container, at: place, serial: serial)
            return container
        }
    }

    /// True if the value is one part of mixed XML content and the key type has a key with that
    /// part's name.
    ///
    /// This is a separate function so that the usual case needs no type metadata of `Key?`.
    @inline(never)
    private func isChoice<Key: CodingKey>(_ type: Key.Type) -> Bool {
        guard context.isContent(node) else { return false }
        let own: Key? = context.key(named: context.ownName(node))
        return own != nil
    }

    @inline(never)
    private func choice<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ChoiceReader<Key>(self, nil))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try context.check(serial)
        return try UnkeyedReader(self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try context.check(serial)
        return self
    }
}

extension DocumentDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { isLive && context.isNull(node) }

    @inline(__always)
    private func live() throws -> Int {
        try context.check(serial)
        return node
    }

    func decode(_ type: Bool.Type) throws -> Bool { try context.bool(live()) }
    func decode(_ type: String.Type) throws -> String { try context.string(live()) }
    func decode(_ type: Double.Type) throws -> Double { try context.double(live()) }
    func decode(_ type: Float.Type) throws -> Float { try context.float(live()) }
    func decode(_ type: Int128.Type) throws -> Int128 { try context.integer(type, live()) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try context.integer(type, live()) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try context.value(type, live()) }

    // Implements all integer types of up to 64 bits.
    func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
        try context.integer(type, live())
    }
}
