// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The failed attempts of a call, as recorded by middleware between the caller and the transport.
///
/// Clients keep a log for each call and attach it to the call's error. Code that calls a transport
/// without a client can have a log, too:
///
/// ```swift
/// let log = AttemptLog()
/// let answer = try await AttemptLog.$current.withValue(log) { try await transport.send(request) }
/// print(log.attempts)
/// ```
public final class AttemptLog: Sendable {
    /// The log of the call that the task is making.
    @TaskLocal
    public static var current: AttemptLog?

    /// The log that is bound to the task, or else that of the client's current call.
    static var ofCall: AttemptLog? { current ?? CallTrace.current?.attempts }

    private let noted = Mutex<[Attempt]>([])

    /// Creates an empty log.
    public init() {}

    /// The failed attempts, in their order.
    public var attempts: [Attempt] { noted.withLock { $0 } }

    func note(_ attempt: Attempt) {
        noted.withLock { $0.append(attempt) }
    }
}
