// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Threads that answer requests whose content takes long to decode.
///
/// Event loops are not used, because their connections would have to wait. The shared pool is not
/// used either, because handlers and the rest of the program may occupy its threads for long.
final class LongContentExecutor: TaskExecutor {
    static let shared = LongContentExecutor()

    private let queue = DispatchQueue(label: "recado.long-content", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
