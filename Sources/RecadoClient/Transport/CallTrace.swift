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

    private struct Notes {
        var redirects: [RedirectHop] = []
        var source = AnswerSource.network
    }

    private let notes = Mutex(Notes())

    /// Creates an empty trace, for one call.
    public init() {}

    /// The redirects that were followed, from the first to the last.
    public var redirects: [RedirectHop] { notes.withLock(\.redirects) }

    /// Where the answer came from; the network unless a cache says otherwise.
    public var source: AnswerSource { notes.withLock(\.source) }

    /// Notes a redirect that is being followed.
    func note(_ hop: RedirectHop) {
        notes.withLock { $0.redirects.append(hop) }
    }

    /// Notes where the answer to the latest request came from.
    func note(_ source: AnswerSource) {
        notes.withLock { $0.source = source }
    }
}
