// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Events of which each client is sent the latest, whenever it comes to look.
package protocol SharedEvents<Value>: AnyObject, Sendable {
    /// The type of the events' values.
    associatedtype Value: Codable & Sendable

    /// Looks for an event behind one that was seen.
    ///
    /// - Parameter number: The number of the one that was seen; 0 for none.
    /// - Returns: The latest.
    func look(after number: UInt64) -> SharedLook<Value>

    /// Has a closure called each time that there is something new to look at.
    ///
    /// - Parameter signal: Is called on any thread.
    /// - Returns: The follower, to be released when the closure is to be called no more.
    func follow(_ signal: @escaping @Sendable () -> Void) -> any AnyObject & Sendable
}

/// The result of looking for an event.
package enum SharedLook<Value: Codable & Sendable>: Sendable {
    /// An event, with its number.
    case event(SharedEvent<Value>, UInt64)
    /// There is none so far.
    case nothing
    /// There will be none any more.
    case end
}

/// Shared events as the content of one client's answer.
final class SharedEventSource<Value: Codable & Sendable>: PolledSource {
    let length: Int? = nil
    let silence: Duration
    var filler: [UInt8] { feedComment }

    private let cursor: EventCursor<Value>
    /// The content for a task, which waits.
    private let waiting = Mutex<PacedSource?>(nil)

    /// Creates the content.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - format: The format of their values.
    ///   - beginning: The bytes that come first.
    ///   - silence: The longest time in which nothing may be sent.
    init(
        _ events: any SharedEvents<Value>,
        in format: Format,
        beginning: [UInt8],
        _ silence: Duration
    ) {
        cursor = EventCursor(events, format, beginning)
        self.silence = silence
    }

    func poll() throws -> PolledPiece { try cursor.poll() }

    func follow(_ signal: @escaping @Sendable () -> Void) { cursor.follow(signal) }

    func next() async throws -> [UInt8]? {
        let source = waiting.withLock { waiting in
            let source = waiting ?? PacedSource(AwaitedEvents(cursor), silence, filler: filler)
            waiting = source
            return source
        }
        return try await source.next()
    }
}

/// The place of one client among shared events.
private final class EventCursor<Value: Codable & Sendable>: Sendable {
    private struct State {
        var isBegun = false
        var seen: UInt64 = 0
        var follower: (any AnyObject & Sendable)?
    }

    private let events: any SharedEvents<Value>
    private let format: Format
    private let beginning: [UInt8]
    private let state = Mutex(State())

    init(_ events: any SharedEvents<Value>, _ format: Format, _ beginning: [UInt8]) {
        (self.events, self.format, self.beginning) = (events, format, beginning)
    }

    func follow(_ signal: @escaping @Sendable () -> Void) {
        let follower = events.follow(signal)
        state.withLock { $0.follower = follower }
    }

    func poll() throws -> PolledPiece {
        try state.withLock { state in
            if !state.isBegun {
                state.isBegun = true
                return .bytes(beginning)
            }
            switch events.look(after: state.seen) {
            case .event(let event, let number):
                state.seen = number
                return .bytes(try event.bytes(in: format))
            case .nothing: return .nothing
            case .end: return .end
            }
        }
    }
}

/// Shared events for a task that waits for them.
private final class AwaitedEvents<Value: Codable & Sendable>: ContentSource {
    let length: Int? = nil
    private let cursor: EventCursor<Value>
    private let news: AsyncStream<Void>

    init(_ cursor: EventCursor<Value>) {
        self.cursor = cursor
        let (news, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.news = news
        cursor.follow { signal.yield() }
    }

    func next() async throws -> [UInt8]? {
        while true {
            try Task.checkCancellation()
            switch try cursor.poll() {
            case .bytes(let bytes): return bytes
            case .end: return nil
            case .nothing:
                var waiting = news.makeAsyncIterator()
                // It has ended for good if the task that waited was cancelled.
                guard await waiting.next() != nil else { throw CancellationError() }
            }
        }
    }
}
