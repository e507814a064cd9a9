// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The content of a stream that says when there is more of it.
struct PolledContent {
    let source: any PolledSource
    /// Has the reactor look for more.
    let signal: @Sendable () -> Void
    /// When the client is sent something in any case.
    var silenceEnd = Ticks.never
    /// Whether there is more of it than the client has taken.
    var awaitsRoom = false

    /// Begins to wait for the next piece anew.
    mutating func restartSilence(now: Int) { silenceEnd = now + Ticks.count(source.silence) }
}
