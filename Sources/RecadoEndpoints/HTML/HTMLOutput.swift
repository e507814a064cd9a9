// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The bytes of HTML that is being put together.
///
/// Pages are made of hundreds of short pieces. They are copied into room that an array has already:
/// one that grows by each of them takes longer to grow than they take to copy.
struct HTMLOutput: Sendable {
    /// The bytes written so far, and the room behind them.
    private var storage: [UInt8]
    private var count = 0

    /// The room that is made at least.
    private static let least = 256

    /// Creates an output for about so many bytes.
    init(capacity: Int) {
        storage = [UInt8](repeating: 0, count: capacity + Self.least)
    }

    /// The bytes written so far.
    var bytes: [UInt8] {
        consuming get {
            storage.removeLast(storage.count - count)
            return storage
        }
    }

    /// Makes room for so many more bytes, and for some that end what they stand in.
    mutating func reserve(_ more: Int) {
        let missing = more - (storage.count - count)
        guard missing > 0 else { return }
        let room = max(missing + Self.least, storage.count)
        storage.append(contentsOf: repeatElement(0, count: room))
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
        if bytes.count > storage.count - place { makeRoom(for: bytes.count) }
        count = place + bytes.count
        unsafe storage.withUnsafeMutableBufferPointer { room in
            guard let target = room.baseAddress else { return }
            unsafe (target + place).update(from: source, count: bytes.count)
        }
    }

    @inline(never)
    private mutating func makeRoom(for length: Int) { reserve(length) }
}
