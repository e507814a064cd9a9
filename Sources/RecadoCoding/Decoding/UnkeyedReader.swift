// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The unkeyed container for an array.
///
/// If an element cannot be decoded, the container stays at that element, so that a model can try
/// another type.
struct UnkeyedReader: UnkeyedDecodingContainer {
    private let context: TreeDecoder
    private let list: UInt32
    private var position: UInt32 = 0
    private let serial: UInt64
    private var places: ElementPlaces

    init(_ decoder: DocumentDecoder) throws {
        context = decoder.context
        list = decoder.index
        serial = decoder.serial
        guard let places = context.elements(of: decoder.node) else {
            throw context.mismatch([Any].self, decoder.node)
        }
        self.places = places
    }

    private var isLive: Bool { context.isLive(serial) }

    var codingPath: [any CodingKey] { isLive ? context.codingPath(Int(list)) : [] }
    var currentIndex: Int { Int(position) }
    var isAtEnd: Bool { !isLive || places.next == nil }

    var count: Int? {
        guard isLive else { return nil }
        if places.order == .adjacent { return places.count }
        return currentIndex + places.indexes(in: context).count
    }

    /// Returns the node index of the next element; throws at the end of the array.
    @inline(__always)
    private func current(_ type: Any.Type) throws -> Int {
        try context.check(serial)
        guard let next = places.entered(in: context) else {
            throw context.exhausted(type, Int(list), currentIndex)
        }
        return next
    }

    @inline(__always)
    private mutating func advance() {
        places.advance(in: context)
        position &+= 1
    }

    /// Reads the next element and advances past it if that succeeds.
    @inline(__always)
    private mutating func take<T>(
        _ type: T.Type,
        _ read: (TreeDecoder, Int) throws -> T
    ) throws -> T {
        let value = try read(context, current(type))
        advance()
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard context.isNull(try current(Never.self)) else { return false }
        advance()
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try take(type) { try $0.value(type, $1) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try take(KeyedDecodingContainer<Nested>.self) {
            try DocumentDecoder($0, $1).container(keyedBy: type)
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take((any UnkeyedDecodingContainer).self) {
            try DocumentDecoder($0, $1).unkeyedContainer()
        }
    }

    mutating func superDecoder() throws -> any Decoder {
        try take((any Decoder).self) { DocumentDecoder($0, $1) }
    }

    // MARK: - Types

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        try take(type) { try $0.bool($1) }
    }

    mutating func decode(_ type: String.Type) throws -> String {
        try take(type) { try $0.string($1) }
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        try take(type) { try $0.double($1) }
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        try take(type) { try $0.float($1) }
    }

    // Implements all integer types of up to 64 bits.
    mutating func decode<Integer: FixedWidthInteger & Decodable>(
        _ type: Integer.Type
    ) throws -> Integer {
        try take(type) { try $0.integer(type, $1) }
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        try take(type) { try $0.integer(type, $1) }
    }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        try take(type) { try $0.integer(type, $1) }
    }
}
