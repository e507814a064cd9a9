// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Threads for answering requests whose content takes long to decode.
///
/// They belong neither to event loops, whose connections would wait, nor to the shared pool, whose
/// threads handlers and the rest of a program may occupy for as long as a client may take to send
/// its content.
final class LongContentExecutor: TaskExecutor {
    static let shared = LongContentExecutor()

    private let queue = DispatchQueue(label: "recado.long-content", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
