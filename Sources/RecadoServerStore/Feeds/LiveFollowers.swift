// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import Synchronization

/// The followers of a feed, with the last value that was sent to them.
final class LiveFollowers<Value: Codable & Sendable>: Sendable {
    private struct State {
        var signals: [UInt64: @Sendable () -> Void] = [:]
        var lastID: UInt64 = 0
        /// The last value that was sent, with its number, from 1; a feed that is left and joined
        /// again goes on counting.
        var last: SharedEvent<Value>?
        var number: UInt64 = 0
        /// The number of the latest subscription to the store (a watch).
        var watch: UInt64 = 0
        var task: Task<Void, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The last value that was sent.
    var last: Value? { state.withLock { $0.last?.value } }

    /// Looks for a value newer than the one with a number.
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
    /// - Parameter signal: Called each time that there is something new to look at.
    /// - Returns: The number with which the follower leaves, and the number of the watch to begin;
    ///   `nil` if no watch is to begin, as one is running or the store is closed.
    func join(_ signal: @escaping @Sendable () -> Void) -> (id: UInt64, watch: UInt64?) {
        state.withLock { state in
            state.lastID += 1
            state.signals[state.lastID] = signal
            guard state.signals.count == 1, !state.isClosed else { return (state.lastID, nil) }
            state.watch += 1
            return (state.lastID, state.watch)
        }
    }

    /// Keeps the task of a watch, so that the last follower who leaves can end it.
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
    /// The last one to leave ends the watch, and the value is forgotten: it would be old for the
    /// next follower.
    func leave(_ id: UInt64) {
        let (task, signal) = state.withLock { state in
            let signal = state.signals.removeValue(forKey: id)
            guard state.signals.isEmpty else { return (nil as Task<Void, Never>?, signal) }
            state.last = nil
            defer { state.task = nil }
            return (state.task, signal)
        }
        // The objects that a closure holds are released outside of the lock.
        withExtendedLifetime(signal) { task?.cancel() }
    }

    // MARK: - Telling

    /// Sends a value to all followers, unless its watch has ended.
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

    /// Wakes all followers, whose streams end: the store is closed.
    func close() {
        let signals = state.withLock { state in
            state.isClosed = true
            return Array(state.signals.values)
        }
        for signal in signals { signal() }
    }
}
