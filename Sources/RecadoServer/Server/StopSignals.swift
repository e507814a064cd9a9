// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The signals that ask a process to end: SIGINT (Ctrl-C), SIGTERM, and SIGHUP when the terminal
/// closes.
///
/// ```swift
/// let signals = StopSignals()
/// await signals.wait()
/// await server.shutdown(grace: .seconds(10))
/// ```
///
/// A second signal ends the process at once, as it would by default.
/// ``Server/run(stoppingOn:announcing:)`` does all of this. Any number of tasks may wait, and a
/// process may have several of these objects. Once the first object exists, Dispatch handles the
/// signals, so that a C signal handler for them is not called.
public final class StopSignals: Sendable {
    private let request = StopRequest()

    /// Begins to receive the signals.
    ///
    /// - Parameter hangup: `true`, the default, ends the process when its terminal closes, unless
    ///   SIGHUP was already ignored, as after `nohup`; `false` ignores SIGHUP.
    public init(hangup: Bool = true) {
        if !hangup { _ = signal(SIGHUP, SIG_IGN) }
        SignalSources.add(request, for: [SIGINT, SIGTERM] + (hangup ? [SIGHUP] : []))
    }

    deinit { cancel() }

    /// Returns when the process is asked to end, at once if it already was, or when the task is
    /// cancelled.
    public func wait() async {
        for await _ in request.stream() { return }
    }

    /// Stops receiving signals; if no other object receives them, they end the process.
    public func cancel() {
        SignalSources.remove(request)
    }
}
