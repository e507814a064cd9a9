// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A hub that delivers the events of calls to all listeners.
///
/// ```swift
/// let hub = CallEvents()
/// let client = client.with { $0.events = hub }
/// for await event in hub.events() { print(event) }
/// ```
///
/// Calls never wait for a listener: a listener that falls behind by more than the hub's capacity
/// loses events, and ``dropped`` counts them. Without listeners, no events are created.
public final class CallEvents: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<CallEvent>.Continuation] = [:]
        var next = 0
    }

    /// The maximum number of unread events that are kept for each listener.
    public let capacity: Int
    private let state = Mutex(State())
    private let listenerCount = Atomic(0)
    private let droppedCount = Atomic(0)

    /// Creates a hub without listeners.
    ///
    /// - Parameter capacity: The maximum number of unread events that are kept for each listener;
    ///   1024 by default, the events of about a hundred calls. A number below 1 becomes 1.
    public init(capacity: Int = 1024) {
        self.capacity = max(1, capacity)
    }

    deinit {
        for listener in state.withLock({ $0.listeners.values }) { listener.finish() }
    }

    /// True if there is at least one listener.
    public var isObserved: Bool { listenerCount.load(ordering: .relaxed) > 0 }

    /// The number of events that listeners have lost because they fell behind.
    public var dropped: Int { droppedCount.load(ordering: .relaxed) }

    /// Returns a stream of the events from now on, which ends when it is released or the reading
    /// task is cancelled.
    ///
    /// - Returns: The events in their order; the stream also ends when the hub is released.
    public func events() -> AsyncStream<CallEvent> {
        let (stream, listener) = AsyncStream.makeStream(
            of: CallEvent.self,
            bufferingPolicy: .bufferingOldest(capacity)
        )
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = listener
            return state.next
        }
        listenerCount.add(1, ordering: .relaxed)
        listener.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    private func remove(_ number: Int) {
        let listener = state.withLock { $0.listeners.removeValue(forKey: number) }
        if listener != nil { listenerCount.subtract(1, ordering: .relaxed) }
    }

    /// Ends the sequence of events of every listener.
    package func finish() {
        for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener.finish() }
    }

    /// Passes an event to every listener, without waiting for any.
    func report(_ event: CallEvent) {
        // The loop does not hold the lock: an event may resume a listener that then ends at once,
        // and its termination handler takes the lock.
        for listener in state.withLock({ $0.listeners }).values {
            if case .dropped = listener.yield(event) { droppedCount.add(1, ordering: .relaxed) }
        }
    }
}
