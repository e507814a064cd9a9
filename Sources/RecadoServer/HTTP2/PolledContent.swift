// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The content of a stream, from a source that reports when there is more.
struct PolledContent {
    let source: any PolledSource
    /// Makes the reactor check for more.
    let signal: @Sendable () -> Void
    /// The tick at which the client is sent something in any case.
    var silenceEnd = Ticks.never
    /// True if there is more of it than the client has taken.
    var awaitsRoom = false

    /// Starts a new wait for the next piece.
    mutating func restartSilence(now: Int) { silenceEnd = now + Ticks.count(source.silence) }
}
