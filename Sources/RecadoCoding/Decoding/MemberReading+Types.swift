// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Each optional type has its own method, because the default methods of the standard library look
// up a key three times, and the compiler would prefer them to a method generic over integers.
extension MemberReading {
    @inline(__always)
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try context.bool(need(key))
    }

    @inline(__always)
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try context.string(need(key))
    }

    @inline(__always)
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try context.double(need(key))
    }

    @inline(__always)
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try context.float(need(key))
    }

    // Implements all integer types of up to 64 bits. The compiler prefers this method to the one
    // below only because both are in the same extension.
    @inline(__always)
    func decode<Integer: FixedWidthInteger & Decodable>(
        _ type: Integer.Type,
        forKey key: Key
    ) throws -> Integer {
        try context.integer(type, need(key))
    }

    @inline(__always)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try context.integer(type, need(key))
    }

    @inline(__always)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try context.integer(type, need(key))
    }

    @inline(__always)
    func decode<Model: Decodable>(_ type: Model.Type, forKey key: Key) throws -> Model {
        try model(type, key)
    }

    // MARK: - Optional values

    @inline(__always)
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try optional(key).map { try context.bool($0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        // An empty text is a valid string, not a missing value.
        try present(key).map { try context.string($0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try optional(key).map { try context.double($0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try optional(key).map { try context.float($0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try optional(key).map { try context.integer(type, $0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try optional(key).map { try context.integer(type, $0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try optional(key).map { try context.integer(type, $0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try optional(key).map { try context.integer(type, $0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try optional(key).map { try context.integer(type, $0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        try optional(key).map { try context.integer(type, $0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try optional(key).map { try context.integer(type, $0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try optional(key).map { try context.integer(type, $0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try optional(key).map { try context.integer(type, $0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try optional(key).map { try context.integer(type, $0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try optional(key).map { try context.integer(type, $0) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try optional(key).map { try context.integer(type, $0) }
    }
}
