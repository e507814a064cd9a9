// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The failed attempts of a call, as recorded by middleware between the caller and the transport.
///
/// Each call has a log in its trace. A test that calls a transport without a trace binds its own:
///
/// ```swift
/// let log = AttemptLog()
/// let answer = try await AttemptLog.$current.withValue(log) { try await transport.send(request) }
/// print(log.attempts)
/// ```
package final class AttemptLog: Sendable {
    /// The log of the call that the task is making.
    @TaskLocal
    package static var current: AttemptLog?

    /// The log that is bound to the task, or else that of the client's current call.
    package static var ofCall: AttemptLog? { current ?? CallTrace.current?.attemptLog }

    private let noted = Mutex<[Attempt]>([])

    /// Creates an empty log.
    package init() {}

    /// The failed attempts, in their order.
    package var attempts: [Attempt] { noted.withLock { $0 } }

    package func note(_ attempt: Attempt) {
        noted.withLock { $0.append(attempt) }
    }
}
