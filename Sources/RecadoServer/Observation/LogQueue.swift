// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire
import Synchronization

/// A queue of exchanges that a log's thread will write.
final class LogQueue: Sendable {
    /// The observations that are written together.
    struct Batch: Sendable {
        var observations: [Observation] = []
        /// The number of exchanges that were dropped before this batch.
        var dropped = 0
        var isEmpty: Bool { observations.isEmpty && dropped == 0 }
    }

    private struct State: Sendable {
        var batch = Batch()
        var dropped = 0
        var isClosed = false
        var isFinished = false
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup
    private let capacity: Int
    private let write: @Sendable (Batch) -> Void

    init(capacity: Int, write: @escaping @Sendable (Batch) -> Void) throws(ServerError) {
        self.capacity = capacity
        self.write = write
        wakeup = try ServerError.translating { () throws(SystemError) in try Wakeup() }
    }

    /// The number of exchanges that were dropped.
    var dropped: Int { state.withLock { $0.dropped } }
    /// True if the queue is closed and everything has been written.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Adds an exchange for the thread to write, or drops it if there is no room.
    func add(_ observation: Observation) {
        let isFirst = state.withLock { state in
            guard !state.isClosed, state.batch.observations.count < capacity else {
                state.dropped += 1
                state.batch.dropped += 1
                return false
            }
            state.batch.observations.append(observation)
            return state.batch.observations.count == 1
        }
        if isFirst { wakeup.wake() }
    }

    /// Accepts no more exchanges.
    func close() {
        state.withLock { $0.isClosed = true }
        wakeup.wake()
    }

    /// Writes until the queue is closed and empty.
    func run() {
        while true {
            let (batch, isClosed) = state.withLock { state in
                defer { state.batch = Batch() }
                return (state.batch, state.isClosed)
            }
            if !batch.isEmpty {
                write(batch)
            } else if isClosed {
                return state.withLock { $0.isFinished = true }
            } else {
                wakeup.wait()
            }
        }
    }
}
