// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The keyed container for an object whose members are found directly by the names of their keys.
///
/// The names are those in the table of the key type, which may be converted names. Without a table,
/// they are the texts of the keys.
///
/// It only forwards to the decoder, so that the compiler generates little code for each key type.
struct KeyedReader<Key: CodingKey>: SharedMemberReading {
    let decoder: DocumentDecoder
    private let names: KeyNames?
    /// The progress of lookups in the current object, if the container is reused for many objects.
    private let slot: KeySlotReference?

    @inline(__always)
    init(_ decoder: DocumentDecoder, _ names: KeyNames?) {
        self.init(decoder, names, nil)
    }

    @inline(__always)
    init(_ decoder: DocumentDecoder, _ names: KeyNames?, _ slot: KeySlotReference?) {
        self.decoder = decoder
        self.names = names
        self.slot = slot
    }

    /// The node index of the object.
    var node: Int { slot.map { Int($0.value.object) } ?? decoder.node }

    @inline(__always) var isLive: Bool {
        guard context.isLive(decoder.serial) else { return false }
        if let slot { return slot.value.serial == decoder.serial }
        return true
    }

    /// Throws if the container must no longer be used: the decode call has ended, or the object has
    /// been read and the container has not been reused for another object.
    @inline(__always)
    private func check() throws {
        if !isLive { throw TreeDecoder.staleError }
    }

    var allKeys: [Key] { isLive ? context.keys(of: node) : [] }

    /// Returns the node index of the value with a key, or 0 if there is none.
    @inline(__always)
    func find(_ key: Key) -> Int {
        let slot = slot ?? context.slot(of: decoder.node)
        guard let names else { return context.find(key, in: slot) }
        return context.find(names.name(of: key), in: slot)
    }

    func contains(_ key: Key) -> Bool { isLive && find(key) != 0 }

    /// Creates the error for a missing key, with the key's name in the document.
    @inline(never)
    private func missing(_ key: Key) -> DecodingError {
        let name = names?.name(of: key).text ?? key.stringValue
        return context.missing(key, [.name(name)], node)
    }

    /// Returns the node index of the value with a key; throws if there is none.
    @inline(__always)
    func need(_ key: Key) throws -> Int {
        try check()
        let index = find(key)
        guard index != 0 else { throw missing(key) }
        return index
    }

    /// Returns the node index of the value with a key, or `nil` if it is missing, null or an empty
    /// field.
    @inline(__always)
    func optional(_ key: Key) throws -> Int? {
        try check()
        let index = find(key)
        return index == 0 || context.isAbsent(index) ? nil : index
    }

    @inline(__always)
    func present(_ key: Key) throws -> Int? {
        try check()
        let index = find(key)
        return index == 0 || context.isNull(index) ? nil : index
    }

    func model<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        try check()
        let reading = context.reading(of: type)
        if reading == .flat { return try context.flat(type, node) }
        let index = find(key)
        guard index != 0 else { return try absent(type, key) }
        return try context.value(type, reading, index)
    }

    /// Returns the empty value of a type for a missing key; throws if the type has none.
    ///
    /// This is a separate function so that the usual case needs no type metadata of `T?`.
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
