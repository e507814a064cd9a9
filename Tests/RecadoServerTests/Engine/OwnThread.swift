// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing

/// Runs each test on a thread of its own, so that its clients may block.
///
/// Blocking a thread of Swift's shared pool would also stop whatever else runs there, such as the
/// handlers of other tests.
struct OwnThread: TestTrait, SuiteTrait, TestScoping {
    private final class Executor: TaskExecutor {
        private let queue = DispatchQueue(label: "recado.test")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    var isRecursive: Bool { true }

    @concurrent
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Executor()) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    /// Each test has a thread of its own.
    static var ownThread: OwnThread { OwnThread() }
}
