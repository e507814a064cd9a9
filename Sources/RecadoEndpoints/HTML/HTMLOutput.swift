// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The bytes of HTML that is being put together.
///
/// Pages are made of hundreds of short pieces. They are copied into room at the end of an array: an
/// array that grows by each of them takes longer to grow than they take to copy.
struct HTMLOutput: Sendable {
    /// The bytes written so far, and the room behind them.
    private var storage: [UInt8] = []
    private var count = 0

    /// The room that is made at once; what is longer needs none.
    private static let room = [UInt8](repeating: 0, count: shortest)
    private static let shortest = 256

    /// Creates an output for about so many bytes.
    init(capacity: Int) {
        storage.reserveCapacity(capacity + Self.shortest)
    }

    /// The bytes written so far.
    var bytes: [UInt8] {
        consuming get {
            storage.removeLast(storage.count - count)
            return storage
        }
    }

    /// Prepares for so many more bytes, and for some that end what they stand in.
    mutating func reserve(_ more: Int) {
        guard storage.capacity - count < more else { return }
        storage.reserveCapacity(max(count + more + 2 * Self.shortest, 2 * storage.capacity))
    }

    /// Adds the UTF-8 of a text as it is.
    mutating func append(_ text: String) {
        // A span of the text takes longer to make than most texts take to copy.
        let isWhole: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe append($0) }
        if isWhole == nil { append(text.utf8Span.span) }
    }

    /// Adds bytes.
    mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
    }

    @inline(__always)
    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        let place = count
        guard bytes.count <= storage.count - place || makeRoom(for: bytes.count) else {
            return unsafe appendWhole(bytes)
        }
        count = place + bytes.count
        unsafe storage.withUnsafeMutableBufferPointer { room in
            guard let target = room.baseAddress else { return }
            unsafe (target + place).update(from: source, count: bytes.count)
        }
    }

    /// Makes room for a short piece; `false` for one that is none.
    @inline(never)
    private mutating func makeRoom(for length: Int) -> Bool {
        guard length <= Self.shortest else { return false }
        storage.append(contentsOf: Self.room)
        return true
    }

    @inline(never)
    private mutating func appendWhole(_ bytes: UnsafeBufferPointer<UInt8>) {
        reserve(bytes.count)
        storage.removeLast(storage.count - count)
        unsafe storage.append(contentsOf: bytes)
        count = storage.count
    }
}
