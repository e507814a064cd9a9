// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// Content that is cut off after a number of bytes.
actor CutContent: ContentSource {
    nonisolated let length: Int?
    private let source: any ContentSource
    private let isLost: Bool
    private var left: Int
    private var count = 0

    /// Creates content.
    ///
    /// - Parameters:
    ///   - source: The whole content.
    ///   - count: The number of bytes that arrive.
    ///   - announced: The announced length; by default, the length of the whole content.
    ///   - isLost: True if the connection is lost after these bytes; false if the content ends
    ///     normally.
    init(
        _ source: any ContentSource,
        after count: Int,
        announced: Int? = nil,
        isLost: Bool
    ) {
        self.source = source
        length = announced ?? source.length
        left = count
        self.isLost = isLost
    }

    func next() async throws -> [UInt8]? {
        if left > 0 {
            guard let piece = try await source.next() else { return try end() }
            let kept = min(piece.count, left)
            left -= kept
            count += kept
            return kept == piece.count ? piece : Array(piece.prefix(kept))
        }
        try Task.checkCancellation()
        return try end()
    }

    /// Ends the content.
    ///
    /// - Throws: An error for a lost connection, if `isLost` is true, the cut has been reached, and
    ///   fewer bytes have arrived than were announced.
    private func end() throws -> [UInt8]? {
        guard isLost, left <= 0, count < length ?? .max else { return nil }
        throw TransportError(.connectionLost, "fault")
    }
}

/// Content of random bytes.
actor GarbledContent: ContentSource {
    nonisolated let length: Int?
    private let source: any ContentSource
    private var chance: Chance

    init(_ source: any ContentSource, seed: UInt64) {
        self.source = source
        length = source.length
        chance = Chance(seed: seed)
    }

    func next() async throws -> [UInt8]? {
        guard let piece = try await source.next() else { return nil }
        return piece.map { _ in UInt8(truncatingIfNeeded: chance.next()) }
    }
}

/// Content that arrives a few bytes at a time, after pauses.
actor DrippingContent: ContentSource {
    nonisolated let length: Int?
    private let source: any ContentSource
    private let count: Int
    private let interval: Duration
    private let transferClock: TransferClock
    private var limit: TimeLimit
    private var rest: ArraySlice<UInt8> = []

    init(
        _ source: any ContentSource,
        _ count: Int,
        every interval: Duration,
        _ transferClock: TransferClock,
        _ limit: TimeLimit
    ) {
        self.source = source
        length = source.length
        self.count = count
        self.interval = interval
        self.transferClock = transferClock
        self.limit = limit
    }

    func next() async throws -> [UInt8]? {
        if rest.isEmpty {
            guard let piece = try await source.next() else { return nil }
            rest = piece[...]
        }
        var limit = limit
        do throws(TransportError) {
            try await transferClock.wait(interval, within: &limit, .receiving)
        } catch {
            if error.kind == .cancelled { throw CancellationError() }
            throw error
        }
        self.limit = limit
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
