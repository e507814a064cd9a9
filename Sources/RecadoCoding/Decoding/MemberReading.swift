// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A keyed decoding container; a conforming type only has to find the members.
///
/// The shared code is in extensions, and is inlined into the methods of each conforming type.
protocol MemberReading: KeyedDecodingContainerProtocol {
    var decoder: DocumentDecoder { get }
    /// The node index of the object.
    var node: Int { get }
    /// True if the container may still be used.
    var isLive: Bool { get }

    init(_ decoder: DocumentDecoder, _ names: KeyNames?)

    /// Returns the node index of the value with a key; throws if there is none.
    func need(_ key: Key) throws -> Int

    /// Returns the node index of the value with a key, or `nil` if it is missing, null or an empty
    /// field.
    func optional(_ key: Key) throws -> Int?

    /// Returns the node index of the value with a key, or `nil` if it is missing or null.
    func present(_ key: Key) throws -> Int?

    /// Reads a value of a type that is not a scalar of the standard library.
    func model<Model: Decodable>(_ type: Model.Type, _ key: Key) throws -> Model
}

/// A container that can be reused for many objects, one at a time.
protocol SharedMemberReading: MemberReading {
    init(_ decoder: DocumentDecoder, _ names: KeyNames?, _ slot: KeySlotReference?)
}

extension MemberReading {
    @inline(__always) var context: TreeDecoder { decoder.context }
    var node: Int { decoder.node }
    var isLive: Bool { context.isLive(decoder.serial) }

    var codingPath: [any CodingKey] { isLive ? context.codingPath(node) : [] }

    func decodeNil(forKey key: Key) throws -> Bool { try context.isNull(need(key)) }

    // MARK: - Nested containers

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        guard isLive else { throw TreeDecoder.staleError }
        let index =
            context.node(node).kind == .object ? context.find(ByteReader("super"), in: node) : 0
        guard index != 0 else {
            throw context.missing(AnyCodingKey(stringValue: "super"), node)
        }
        return DocumentDecoder(context, index)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }

    private func nested(_ key: Key) throws -> DocumentDecoder {
        DocumentDecoder(context, try need(key))
    }
}
