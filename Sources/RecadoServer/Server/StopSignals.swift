// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The signals that ask a process to end: an interrupt from the terminal, a termination request,
/// and the end of the terminal unless that has another meaning.
///
/// ```swift
/// let signals = StopSignals()
/// await signals.wait()
/// await server.shutdown(grace: .seconds(10))
/// ```
///
/// A further signal ends the process at once, as it would by default.
/// ``Server/run(stoppingOn:announcing:)`` does all of this. Any number of tasks may wait, and a
/// process may have several of these objects; once the first is made, Dispatch handles the signals,
/// so that a handler of the C library for one of them is not called.
public final class StopSignals: Sendable {
    private let request = StopRequest()

    /// Receives the signals from now on.
    ///
    /// - Parameter hangup: `true`, the default, ends the process with its terminal, unless that
    ///   signal was ignored before, as after `nohup`; `false` ignores the end of the terminal.
    public init(hangup: Bool = true) {
        if !hangup { _ = signal(SIGHUP, SIG_IGN) }
        SignalSources.add(request, for: [SIGINT, SIGTERM] + (hangup ? [SIGHUP] : []))
    }

    deinit { cancel() }

    /// Returns once the process has been asked to end (at once if it was asked before), or when the
    /// task is cancelled.
    public func wait() async {
        for await _ in request.stream() { return }
    }

    /// Receives no more signals: if nothing else receives them, they end the process.
    public func cancel() {
        SignalSources.remove(request)
    }
}
