// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Copies content while somebody reads it.
final class Collector: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isTooLong = false
        var isOver = false
    }

    private let limit: Int
    private let finish: @Sendable (RecordedExchange.Body) -> Void
    private let state = Mutex(State())

    /// Creates a collector.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes to keep.
    ///   - finish: Called once with the collected content, when reading has ended, failed or been
    ///     abandoned.
    init(limit: Int, finish: @escaping @Sendable (RecordedExchange.Body) -> Void = { _ in }) {
        self.limit = limit
        self.finish = finish
    }

    /// The bytes that have been read so far; empty if they exceed the limit.
    var bytes: [UInt8] { state.withLock(\.bytes) }

    /// Returns the same content, whose bytes the collector copies as they are read.
    func content(_ content: Content) -> Content {
        if let bytes = content.bytes {
            take(bytes)
            end(isWhole: true)
            return content
        }
        guard content.isReplayable else {
            return Content(reading: CollectedSource(content.makeSource(), self))
        }
        return Content(length: content.length) {
            // If content is read again, only the bytes of the latest reading are kept.
            self.state.withLock { $0 = State() }
            return CollectedSource(content.makeSource(), self)
        }
    }

    fileprivate func take(_ piece: [UInt8]) {
        state.withLock { state in
            guard !state.isTooLong, piece.count <= limit - state.bytes.count else {
                state.isTooLong = true
                state.bytes = []
                return
            }
            if state.bytes.isEmpty { state.bytes = piece } else { state.bytes += piece }
        }
    }

    fileprivate func end(isWhole: Bool) {
        let body = state.withLock { state -> RecordedExchange.Body? in
            guard !state.isOver else { return nil }
            state.isOver = true
            if state.isTooLong { return .missing }
            return isWhole ? .bytes(state.bytes) : .cut(state.bytes)
        }
        if let body { finish(body) }
    }
}

/// A source that passes a copy of its bytes to a collector.
private final class CollectedSource: ContentSource {
    private let source: any ContentSource
    private let collector: Collector

    init(_ source: any ContentSource, _ collector: Collector) {
        self.source = source
        self.collector = collector
    }

    deinit {
        collector.end(isWhole: false)
    }

    var length: Int? { source.length }

    func next() async throws -> [UInt8]? {
        do {
            guard let piece = try await source.next() else {
                collector.end(isWhole: true)
                return nil
            }
            collector.take(piece)
            return piece
        } catch {
            collector.end(isWhole: false)
            throw error
        }
    }
}
