// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import Synchronization

/// Those who follow a feed, with the value that they were told last.
final class LiveFollowers<Value: Codable & Sendable>: Sendable {
    /// A value with its number, from 1; a feed that is left and joined again goes on counting.
    struct Told: Sendable {
        let number: UInt64
        let event: SharedEvent<Value>
    }

    private struct State {
        var count = 0
        var last: Told?
        var lastNumber: UInt64 = 0
        /// The number of the watch that goes on.
        var watch: UInt64 = 0
        var task: Task<Void, Never>?
        var waiting: [UInt64: CheckedContinuation<Told?, Never>] = [:]
        var lastWaiter: UInt64 = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The value that was told last.
    var last: Value? { state.withLock { $0.last?.event.value } }

    /// Counts somebody who follows.
    ///
    /// - Returns: The number of the watch to begin; `nil` where one goes on already.
    func join() -> UInt64? {
        state.withLock { state in
            state.count += 1
            guard state.count == 1, !state.isClosed else { return nil }
            state.watch += 1
            return state.watch
        }
    }

    /// Keeps the task of a watch, for the last one who leaves to end it.
    func begin(_ task: Task<Void, Never>, _ watch: UInt64) {
        let isOver = state.withLock { state in
            guard state.watch == watch, state.count > 0 else { return true }
            state.task = task
            return false
        }
        if isOver { task.cancel() }
    }

    /// Counts somebody who follows no more.
    ///
    /// The last one ends the watch, and the value is forgotten: it would be old for the next one.
    func leave() {
        let task: Task<Void, Never>? = state.withLock { state in
            state.count -= 1
            guard state.count == 0 else { return nil }
            state.last = nil
            defer { state.task = nil }
            return state.task
        }
        task?.cancel()
    }

    /// Tells a value to all who wait, unless its watch has ended.
    func tell(_ value: Value, _ watch: UInt64) {
        let (told, waiting) = state.withLock { state in
            guard state.watch == watch, state.count > 0 else {
                return (nil as Told?, [] as [CheckedContinuation<Told?, Never>])
            }
            state.lastNumber += 1
            state.last = Told(number: state.lastNumber, event: SharedEvent(value))
            defer { state.waiting = [:] }
            return (state.last, Array(state.waiting.values))
        }
        for waiter in waiting { waiter.resume(returning: told) }
    }

    /// Lets all go: the store is closed.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for waiter in waiting { waiter.resume(returning: nil) }
    }

    /// Waits for a value behind one that was told before.
    ///
    /// - Returns: The latest; `nil` when the task ends, or all is closed.
    func next(after number: UInt64) async -> Told? {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Told?? = state.withLock { state in
                    if state.isClosed || Task.isCancelled { return .some(nil) }
                    if let last = state.last, last.number > number { return last }
                    state.waiting[id] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: nil)
        }
    }
}
