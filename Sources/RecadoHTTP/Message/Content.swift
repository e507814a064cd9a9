// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The content of a message: bytes in memory, or a stream of bytes.
public struct Content: Sendable {
    @usableFromInline enum Storage: Sendable {
        case bytes([UInt8])
        case stream(any ContentSource)
        case replayable(length: Int?, @Sendable () -> any ContentSource)
        case value(EncodedValue)
    }

    @usableFromInline let storage: Storage

    /// Creates content from bytes in memory.
    public init(_ bytes: [UInt8]) {
        storage = .bytes(bytes)
    }

    /// Creates content from text, as UTF-8.
    public init(_ text: String) {
        storage = .bytes(Array(text.utf8))
    }

    /// Creates content that is read from a source, piece by piece, once.
    public init(reading source: any ContentSource) {
        storage = .stream(source)
    }

    /// Creates content that can be read any number of times, such as that of a file.
    ///
    /// - Parameters:
    ///   - length: The number of bytes, when it is known beforehand.
    ///   - makeSource: Makes a source that begins at the first byte; it is called for each reading.
    public init(length: Int?, replaying makeSource: @escaping @Sendable () -> any ContentSource) {
        storage = .replayable(length: length, makeSource)
    }

    /// Empty content.
    public static let empty = Content([UInt8]())

    /// The bytes, if they are in memory; `nil` for a stream.
    @inlinable
    public var bytes: [UInt8]? {
        if case .bytes(let bytes) = storage { bytes } else { nil }
    }

    /// True if the content is in memory and can be read without waiting.
    @inlinable
    package var isInMemory: Bool {
        if case .bytes = storage { true } else { false }
    }

    /// The source, if it signals when more content is available.
    package var polled: (any PolledSource)? {
        if case .stream(let source) = storage { source as? any PolledSource } else { nil }
    }

    /// Appends the bytes of the content to an array, unless the content exceeds a limit.
    ///
    /// - Returns: False if the content exceeds the limit; true if it was appended or is not in
    ///   memory.
    package func append(to bytes: inout [UInt8], upTo limit: Int) -> Bool {
        guard case .bytes(let own) = storage else { return true }
        guard own.count <= limit else { return false }
        bytes.append(contentsOf: own)
        return true
    }

    /// The number of bytes, when it is known beforehand.
    public var length: Int? {
        switch storage {
        case .bytes(let bytes): bytes.count
        case .stream(let source): source.length
        case .replayable(let length, _): length
        case .value: nil
        }
    }

    /// True if the content can be sent a second time, as a redirect or another attempt may require.
    public var isReplayable: Bool {
        if case .stream = storage { false } else { true }
    }

    /// Returns a source that reads the content piece by piece.
    public func makeSource() -> any ContentSource {
        switch storage {
        case .bytes(let bytes): BytesSource(bytes)
        case .stream(let source): source
        case .replayable(_, let makeSource): makeSource()
        case .value(let value): value.makeSource()
        }
    }

    /// Reads the whole content.
    ///
    /// - Parameter limit: The greatest number of bytes to accept.
    /// - Returns: Every byte of the content.
    /// - Throws: ``ContentTooLarge`` as soon as more than `limit` bytes are announced or arrive,
    ///   and whatever the source throws.
    public func collect(upTo limit: Int) async throws -> [UInt8] {
        if let length, length > limit { throw ContentTooLarge(limit: limit) }
        if let bytes { return bytes }
        let source = makeSource()
        var collected: [UInt8] = []
        while let piece = try await source.next() {
            guard piece.count <= limit - collected.count else {
                throw ContentTooLarge(limit: limit)
            }
            if collected.isEmpty {
                collected = piece
                if let length, piece.count < length { collected.reserveCapacity(length) }
            } else {
                collected += piece
            }
        }
        return collected
    }
}

/// A source that returns a message's content piece by piece, once.
///
/// Only one task reads at a time. Releasing a source before its end abandons the content, so its
/// supplier stops.
public protocol ContentSource: AnyObject, Sendable {
    /// The number of bytes in all, when it is known beforehand.
    var length: Int? { get }

    /// Returns the next piece, which is not empty, or `nil` at the end.
    ///
    /// - Throws: The error that interrupted the content; `CancellationError` if the reading task
    ///   was cancelled.
    func next() async throws -> [UInt8]?
}

/// The error for content that exceeds the limit set by its reader.
public struct ContentTooLarge: Error, Sendable, Hashable, CustomStringConvertible {
    /// The limit, in bytes.
    public let limit: Int

    /// Creates the error for a limit in bytes.
    public init(limit: Int) {
        self.limit = limit
    }

    /// A description of the error, with the limit.
    public var description: String { "the content exceeds the limit of \(limit) bytes" }
}
