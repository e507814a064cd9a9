// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import Synchronization

/// The followers of a feed, with the last value that was sent to them.
final class LiveFollowers<Value: Codable & Sendable>: Sendable {
    private struct State {
        var signals: [UInt64: @Sendable () -> Void] = [:]
        var lastID: UInt64 = 0
        /// The last value that was sent; `nil` when there are no followers.
        var last: SharedEvent<Value>?
        /// The number of the last value, from 1; not reset when all followers leave.
        var number: UInt64 = 0
        /// The number of the latest watch, which is a subscription to the store.
        var watch: UInt64 = 0
        var task: Task<Void, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The last value that was sent.
    var last: Value? { state.withLock { $0.last?.value } }

    /// Returns the last value if its number is higher than the given one.
    func look(after number: UInt64) -> SharedLook<Value> {
        state.withLock { state in
            if state.isClosed { return .end }
            guard let last = state.last, state.number > number else { return .nothing }
            return .event(last, state.number)
        }
    }

    // MARK: - Coming and going

    /// Adds a follower.
    ///
    /// - Parameter signal: Called each time that a new value may be available.
    /// - Returns: The follower's identifier, which is passed to `leave`, and the number of the
    ///   watch to start; that number is `nil` if a watch is running or the store is closed.
    func join(_ signal: @escaping @Sendable () -> Void) -> (id: UInt64, watch: UInt64?) {
        state.withLock { state in
            state.lastID += 1
            state.signals[state.lastID] = signal
            guard state.signals.count == 1, !state.isClosed else { return (state.lastID, nil) }
            state.watch += 1
            return (state.lastID, state.watch)
        }
    }

    /// Stores the task of a watch, so that it is cancelled when the last follower leaves.
    func begin(_ task: Task<Void, Never>, _ watch: UInt64) {
        let isOver = state.withLock { state in
            guard state.watch == watch, !state.signals.isEmpty else { return true }
            state.task = task
            return false
        }
        if isOver { task.cancel() }
    }

    /// Removes a follower.
    ///
    /// When the last follower leaves, the watch ends and the value is discarded, because it would
    /// be outdated for the next follower.
    func leave(_ id: UInt64) {
        let (task, signal) = state.withLock { state in
            let signal = state.signals.removeValue(forKey: id)
            guard state.signals.isEmpty else { return (nil as Task<Void, Never>?, signal) }
            state.last = nil
            defer { state.task = nil }
            return (state.task, signal)
        }
        // The lock must not be held while the objects that the closure holds are released.
        withExtendedLifetime(signal) { task?.cancel() }
    }

    // MARK: - Telling

    /// Sends a value to all followers, unless the watch that read it has ended.
    func tell(_ value: Value, _ watch: UInt64) {
        let event = SharedEvent(value)
        event.write(as: state.withLock { $0.last })
        let signals = state.withLock { state in
            guard state.watch == watch, !state.signals.isEmpty else {
                return [] as [@Sendable () -> Void]
            }
            state.number += 1
            state.last = event
            return Array(state.signals.values)
        }
        for signal in signals { signal() }
    }

    /// Wakes all followers, so that their streams end, because the store is closed.
    func close() {
        let signals = state.withLock { state in
            state.isClosed = true
            return Array(state.signals.values)
        }
        for signal in signals { signal() }
    }
}
