// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The content of a stream whose source reports when there is more.
struct PolledContent {
    let source: any PolledSource
    /// A function that makes the reactor check for more content.
    let signal: @Sendable () -> Void
    /// The tick at which filler content is sent, because the client has received nothing for long.
    var silenceEnd = Ticks.never
    /// True if the source has more content than the client has taken.
    var awaitsRoom = false

    /// Postpones filler content by the whole time that may pass without output.
    mutating func restartSilence(now: Int) { silenceEnd = now + Ticks.count(source.silence) }
}
