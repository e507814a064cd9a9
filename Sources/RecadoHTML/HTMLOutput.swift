// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The bytes of HTML that is being assembled.
///
/// Pages consist of hundreds of short pieces. They are copied into storage that is already
/// allocated: growing an array for each piece takes longer than copying the pieces.
struct HTMLOutput: Sendable {
    /// The bytes written so far, and free storage after them.
    private var storage: [UInt8]
    private var count = 0

    /// The minimum size of the storage.
    private static let least = 256

    /// Creates an output for about the given number of bytes.
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

    /// Reserves storage for the given number of bytes, and for some closing tags.
    @inline(never)
    mutating func reserve(_ more: Int) {
        let missing = more - (storage.count - count)
        guard missing > 0 else { return }
        let room = max(missing + Self.least, storage.count)
        storage.append(contentsOf: repeatElement(0, count: room))
    }

    /// Adds the UTF-8 of a text, unchanged.
    mutating func append(_ text: String) {
        // Creating a span of the text takes longer than copying most texts.
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
        if bytes.count > storage.count - place { reserve(bytes.count) }
        count = place + bytes.count
        unsafe storage.withUnsafeMutableBufferPointer { room in
            guard let target = room.baseAddress else { return }
            unsafe (target + place).update(from: source, count: bytes.count)
        }
    }
}
