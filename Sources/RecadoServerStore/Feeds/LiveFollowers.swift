// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import Synchronization

/// Those who follow a feed, with the value that they were told last.
final class LiveFollowers<Value: Codable & Sendable>: Sendable {
    private struct State {
        var signals: [UInt64: @Sendable () -> Void] = [:]
        var lastID: UInt64 = 0
        /// The value that was told last, with its number, from 1; a feed that is left and joined
        /// again goes on counting.
        var last: SharedEvent<Value>?
        var number: UInt64 = 0
        /// The number of the watch that goes on.
        var watch: UInt64 = 0
        var task: Task<Void, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The value that was told last.
    var last: Value? { state.withLock { $0.last?.value } }

    /// Looks for a value behind one that was seen.
    func look(after number: UInt64) -> SharedLook<Value> {
        state.withLock { state in
            if state.isClosed { return .end }
            guard let last = state.last, state.number > number else { return .nothing }
            return .event(last, state.number)
        }
    }

    // MARK: - Coming and going

    /// Takes in somebody who follows.
    ///
    /// - Parameter signal: Is called each time that there is something to look at.
    /// - Returns: A number to leave with, and that of the watch to begin; `nil` where one goes on
    ///   already.
    func join(_ signal: @escaping @Sendable () -> Void) -> (id: UInt64, watch: UInt64?) {
        state.withLock { state in
            state.lastID += 1
            state.signals[state.lastID] = signal
            guard state.signals.count == 1, !state.isClosed else { return (state.lastID, nil) }
            state.watch += 1
            return (state.lastID, state.watch)
        }
    }

    /// Keeps the task of a watch, for the last one who leaves to end it.
    func begin(_ task: Task<Void, Never>, _ watch: UInt64) {
        let isOver = state.withLock { state in
            guard state.watch == watch, !state.signals.isEmpty else { return true }
            state.task = task
            return false
        }
        if isOver { task.cancel() }
    }

    /// Lets go of somebody who follows no more.
    ///
    /// The last one ends the watch, and the value is forgotten: it would be old for the next one.
    func leave(_ id: UInt64) {
        let (task, signal) = state.withLock { state in
            let signal = state.signals.removeValue(forKey: id)
            guard state.signals.isEmpty else { return (nil as Task<Void, Never>?, signal) }
            state.last = nil
            defer { state.task = nil }
            return (state.task, signal)
        }
        // What a closure holds is released outside of the lock.
        withExtendedLifetime(signal) { task?.cancel() }
    }

    // MARK: - Telling

    /// Tells a value to all, unless its watch has ended.
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

    /// Lets all go: the store is closed.
    func close() {
        let signals = state.withLock { state in
            state.isClosed = true
            return Array(state.signals.values)
        }
        for signal in signals { signal() }
    }
}
