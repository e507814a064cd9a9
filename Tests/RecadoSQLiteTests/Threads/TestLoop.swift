// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoThreads
import Synchronization

/// A thread that runs tasks in turns, as a server's event loop does.
final class TestLoop: TaskExecutor {
    private struct State: Sendable {
        var jobs: [UnownedJob] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    /// Runs a task on a new loop.
    static func run<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let loop = TestLoop()
        guard SystemThread.start({ ThreadTurns.run { loop.run($0) } }) == nil else {
            throw Failed(what: "start a thread")
        }
        defer { loop.end() }
        return try await withTaskExecutorPreference(loop, operation: body)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        bell.signal()
    }

    private func end() {
        state.withLock { $0.isOver = true }
        bell.signal()
    }

    private func run(_ turns: ThreadTurns) {
        while true {
            bell.wait()
            let (jobs, isOver) = state.withLock { state in
                defer { state.jobs = [] }
                return (state.jobs, state.isOver)
            }
            for job in jobs { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
            turns.end()
            if isOver, jobs.isEmpty { return }
        }
    }
}
