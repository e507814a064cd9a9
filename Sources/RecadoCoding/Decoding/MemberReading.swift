// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A container of members that are read, made from its parts.
///
/// A conforming type knows how to find a member; what is common to all stands here and is inlined into
/// its witnesses.
protocol MemberReading: KeyedDecodingContainerProtocol {
    var decoder: DocumentDecoder { get }

    init(_ decoder: DocumentDecoder, _ names: KeyNames?)

    /// The index of the value of a key.
    func need(_ key: Key) throws -> Int

    /// The index of the value of a key, or `nil` if it is missing, null or left empty.
    func optional(_ key: Key) throws -> Int?

    /// The index of the value of a key, or `nil` if it is missing or null.
    func present(_ key: Key) throws -> Int?
}

extension MemberReading {
    @inline(__always) var context: DecodingContext { decoder.context }
    @inline(__always) var isLive: Bool { decoder.generation == context.generation }

    var codingPath: [any CodingKey] { decoder.codingPath }

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
        try context.check(decoder.generation)
        let key = DocumentKey(stringValue: "super")
        let index =
            context.node(decoder.node).kind == .object
            ? context.find(key, in: decoder.node) : 0
        guard index != 0 else { throw context.missing(key, decoder.node) }
        return DocumentDecoder(context, index)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }

    private func nested(_ key: Key) throws -> DocumentDecoder {
        DocumentDecoder(context, try need(key))
    }
}
