// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The names of the keys of one type, each prepared when it first occurs; never freed.
///
/// Keys are identified by their bits. That works for types of at most one byte, such as the
/// enumerations that the compiler synthesizes: such a type holds no reference, so that equal bits
/// are equal keys and have equal names. Other keys are asked for their name each time.
@safe
struct KeyNames: BitwiseCopyable {
    /// The address of the naming rule, or 0, followed by the addresses of the names; none of them
    /// is freed.
    private let table: UnsafeMutablePointer<Atomic<UInt>>

    private final class Rule: Sendable {
        let naming: KeyNaming
        init(_ naming: KeyNaming) { self.naming = naming }
    }

    private static var capacity: Int { 256 }

    /// Creates the table of a type of keys, or `nil` if its keys are larger than a byte.
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

    /// True if these are the names of the same keys by the same rule.
    @inline(__always)
    func isSame(as other: KeyNames) -> Bool { unsafe table == other.table }

    /// The name of a key, which must be of the type that the table was made for.
    @inline(__always)
    func name<Key: CodingKey>(of key: Key) -> KeyName { name(of: key, at: Self.place(of: key)) }

    /// The name of a key whose index is known.
    @inline(__always)
    func name<Key: CodingKey>(of key: Key, at place: Int) -> KeyName {
        let address = unsafe (table + place).pointee.load(ordering: .acquiring)
        return KeyName(at: address) ?? add(key, place)
    }

    /// The index of a key among those of its type, 1 to 256.
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

    /// Prepares a name; if two threads do so at once, the name of the first is kept.
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
