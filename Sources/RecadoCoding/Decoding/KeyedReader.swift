// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The members of an object.
///
/// A shell around the context, which does the work: little code is made for each type of key.
struct KeyedReader<Key: CodingKey>: MemberReading {
    let decoder: DocumentDecoder
    private let names: KeyNames?

    @inline(__always)
    init(_ decoder: DocumentDecoder, _ names: KeyNames?) {
        self.decoder = decoder
        self.names = names
    }

    var allKeys: [Key] {
        guard isLive else { return [] }
        let object = context.node(decoder.node)
        var keys: [Key] = []
        keys.reserveCapacity(object.count)
        var index = decoder.node + 1
        while index < object.end {
            let node = context.node(index)
            if !node.isShadowed, let key: Key = context.key(named: context.text(of: node)) {
                keys.append(key)
            }
            index = context.end(of: index + 1)
        }
        return keys
    }

    /// The index of the value of a key, or 0.
    @inline(__always)
    func find(_ key: Key) -> Int {
        guard let names else { return context.find(key, in: decoder.node) }
        return context.find(names.name(of: key), in: decoder.node)
    }

    func contains(_ key: Key) -> Bool { isLive && find(key) != 0 }

    /// The error for a key that is not there, with the name that it has in the document.
    @inline(never)
    private func missing(_ key: Key) -> DecodingError {
        let name = names?.name(of: key).text ?? key.stringValue
        return context.missing(key, [.name(name)], decoder.node)
    }

    /// The index of the value of a key.
    @inline(__always)
    func need(_ key: Key) throws -> Int {
        try context.check(decoder.generation)
        let index = find(key)
        guard index != 0 else { throw missing(key) }
        return index
    }

    /// The index of the value of a key, or `nil` if it is absent or null.
    @inline(__always)
    func optional(_ key: Key) throws -> Int? {
        try context.check(decoder.generation)
        let index = find(key)
        return index == 0 || context.isAbsent(index) ? nil : index
    }

    @inline(__always)
    func present(_ key: Key) throws -> Int? {
        try context.check(decoder.generation)
        let index = find(key)
        return index == 0 || context.isNull(index) ? nil : index
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try context.check(decoder.generation)
        if unsafe context.entry(type).pointee.role == .flat {
            return try context.flat(type, decoder.node)
        }
        let index = find(key)
        guard index != 0 else { return try absent(type, key) }
        return try context.value(type, index)
    }

    /// Apart from the usual case, which is then spared the metadata of an optional.
    @inline(never)
    private func absent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        if let empty = context.absent(type) { return empty }
        throw missing(key)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let index = try optional(key) else { return nil }
        return try context.value(type, index)
    }
}
