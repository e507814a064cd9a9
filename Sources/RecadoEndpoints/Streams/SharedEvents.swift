// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Events for many clients; a client that falls behind is sent only the latest event.
package protocol SharedEvents<Value>: AnyObject, Sendable {
    /// The type of the events' values.
    associatedtype Value: Codable & Sendable

    /// Looks for an event that is newer than the last event that was seen.
    ///
    /// - Parameter number: The number of the last event that was seen; 0 for none.
    /// - Returns: The latest event, or the reason that there is none.
    func look(after number: UInt64) -> SharedLook<Value>

    /// Registers a closure that is called each time a new event may be available.
    ///
    /// - Parameter signal: The closure, which is called on any thread.
    /// - Returns: An object; the calls stop when it is released.
    func follow(_ signal: @escaping @Sendable () -> Void) -> any AnyObject & Sendable
}

/// The result of looking for an event.
package enum SharedLook<Value: Codable & Sendable>: Sendable {
    /// An event, with its number.
    case event(SharedEvent<Value>, UInt64)
    /// There is no new event yet.
    case nothing
    /// There will be no more events.
    case end
}

/// Shared events as the content of one client's answer.
final class SharedEventSource<Value: Codable & Sendable>: PolledSource {
    let length: Int? = nil
    let silence: Duration
    var filler: [UInt8] { feedComment }

    private let cursor: EventCursor<Value>
    /// The content in a form that a task can wait for; `nil` until ``next()`` is called.
    private let waiting = Mutex<PacedSource?>(nil)

    /// Creates the content.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - format: The format of the events' values.
    ///   - beginning: The bytes that come first.
    ///   - silence: The time without an event after which a comment is sent.
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

/// The position of one client among shared events.
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

/// The content of shared events in a form that a task can wait for.
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
                // `nil` means that the waiting task was cancelled, which ends the stream of
                // signals.
                guard await waiting.next() != nil else { throw CancellationError() }
            }
        }
    }
}
