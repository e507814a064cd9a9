// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What the layers above a transport note of one call while it is under way.
///
/// A client makes one for each of its calls and hands out what it holds with the ``Reply`` and with the
/// ``CallError``. Whoever sends a request through a transport directly binds one:
///
/// ```swift
/// let trace = CallTrace()
/// let answer = try await CallTrace.$current.withValue(trace) {
///     try await transport.send(request)
/// }
/// trace.redirects.map(\.status)
/// ```
public final class CallTrace: Sendable {
    /// The trace of the call that the present task makes, if anybody asked for one.
    @TaskLocal public static var current: CallTrace?

    private let hops = Mutex<[RedirectHop]>([])

    /// Creates an empty trace, for one call.
    public init() {}

    /// The redirects that were followed, from the first to the last.
    public var redirects: [RedirectHop] { hops.withLock { $0 } }

    /// Notes a redirect that is being followed.
    func note(_ hop: RedirectHop) {
        hops.withLock { $0.append(hop) }
    }
}
