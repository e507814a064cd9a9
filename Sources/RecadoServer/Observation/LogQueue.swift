// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

#if os(Linux)
import CRecadoLinux
#endif

/// The exchanges that wait to be written by the thread of a log.
final class LogQueue: Sendable {
    /// What is written at once.
    struct Batch: Sendable {
        var observations: [Observation] = []
        /// The number of exchanges before these that found no room.
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
    private let bell: Bell
    private let capacity: Int
    private let write: @Sendable (Batch) -> Void

    init(capacity: Int, write: @escaping @Sendable (Batch) -> Void) throws(ServerError) {
        self.capacity = capacity
        self.write = write
        bell = try Bell()
    }

    /// The number of exchanges that found no room.
    var dropped: Int { state.withLock { $0.dropped } }
    /// Whether everything has been written.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Leaves an exchange to the thread, unless there is no room.
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
        if isFirst { bell.ring() }
    }

    /// Takes no more.
    func close() {
        state.withLock { $0.isClosed = true }
        bell.ring()
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
                bell.wait()
            }
        }
    }
}

/// Wakes a thread that waits for nothing else.
private final class Bell: Sendable {
    private let descriptor: Int32

    init() throws(ServerError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw .system(operation: "eventfd", code: errno) }
    }

    deinit { _ = close(descriptor) }

    func ring() {
        var one: UInt64 = 1
        _ = unsafe Glibc.write(descriptor, &one, 8)
    }

    /// Waits until it has rung since the last time.
    func wait() {
        var count: UInt64 = 0
        _ = unsafe read(descriptor, &count, 8)
    }
}
