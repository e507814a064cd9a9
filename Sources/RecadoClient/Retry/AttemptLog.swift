// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The failed attempts of a call, as middleware between the caller and the transport note them.
///
/// Clients keep one for each call and hand it out with its error. Who calls a transport without a
/// client can have one, too:
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

    /// The log that is bound to the task, or that of the call that the task makes for a client.
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
