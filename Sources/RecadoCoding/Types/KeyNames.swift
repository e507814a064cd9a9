// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A table of the names of one key type; each name is computed on first use and never freed.
///
/// Keys are identified by their bits. This works for types of at most one byte, such as synthesized
/// enums: they hold no references, so keys with equal bits have equal names. Larger key types have
/// no table; their keys are asked for their names each time.
@safe
struct KeyNames: BitwiseCopyable {
    /// The memory of the table: the address of the naming rule (or 0), then the addresses of the
    /// names.
    ///
    /// The rule and the names are never freed.
    private let table: UnsafeMutablePointer<Atomic<UInt>>

    private final class Rule: Sendable {
        let naming: KeyNaming
        init(_ naming: KeyNaming) { self.naming = naming }
    }

    private static var capacity: Int { 256 }

    /// Creates the table of a key type; `nil` if its keys are larger than one byte.
    init?<Key: CodingKey>(of type: Key.Type, _ naming: KeyNaming) {
        guard MemoryLayout<Key>.size <= 1 else { return nil }
        // A type of zero size has one value.
        let count = 1 + (MemoryLayout<Key>.size == 0 ? 1 : Self.capacity)
        unsafe table = .allocate(capacity: count)
        for index in 0..<count { unsafe (table + index).initialize(to: Atomic(0)) }
        guard !naming.isIdentity else { return }
        let rule = unsafe Unmanaged.passRetained(Rule(naming)).toOpaque()
        unsafe table.pointee.store(UInt(bitPattern: rule), ordering: .releasing)
    }

    /// True if both tables are for the same key type and rule.
    @inline(__always)
    func isSame(as other: KeyNames) -> Bool { unsafe table == other.table }

    /// Returns the name of a key, which must be of the table's key type.
    @inline(__always)
    func name<Key: CodingKey>(of key: Key) -> KeyName { name(of: key, at: Self.place(of: key)) }

    /// Returns the name of a key whose index in the table is known.
    @inline(__always)
    func name<Key: CodingKey>(of key: Key, at place: Int) -> KeyName {
        let address = unsafe (table + place).pointee.load(ordering: .acquiring)
        return KeyName(at: address) ?? add(key, place)
    }

    /// Returns the index of a key in the table, 1 to 256.
    @inline(__always)
    static func place<Key: CodingKey>(of key: Key) -> Int {
        // Index 0 holds the naming rule.
        if MemoryLayout<Key>.size == 0 { return 1 }
        return Int(unsafe unsafeBitCast(key, to: UInt8.self)) &+ 1
    }

    private var rule: Rule? {
        let address = unsafe table.pointee.load(ordering: .acquiring)
        return unsafe UnsafeRawPointer(bitPattern: address).map {
            unsafe Unmanaged<Rule>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Computes a name and stores it in the table; if two threads do so at the same time, keeps the
    /// first one.
    @inline(never)
    private func add<Key: CodingKey>(_ key: Key, _ place: Int) -> KeyName {
        let text = key.stringValue
        let name = KeyName(
            rule?.naming.name(for: text) ?? text,
            path: (key as? any PathCodingKey)?.path,
            role: MemberRole(saidBy: key),
            field: FieldRole(text)
        )
        let (isDone, current) = unsafe (table + place).pointee.compareExchange(
            expected: 0,
            desired: name.address,
            ordering: .acquiringAndReleasing
        )
        if !isDone, let first = KeyName(at: current) {
            name.deallocate()
            return first
        }
        return name
    }
}
