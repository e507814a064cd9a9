// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A limit on the rate of something: it is allowed up to a capacity, and again after some time.
struct TokenBucket {
    private let capacity: Int
    private let perSecond: Int
    /// In tenths, as ticks are tenths of a second.
    private var level: Int
    private var tick: Int

    init(capacity: Int, perSecond: Int, now: Int) {
        // Levels are ten times as large; nobody needs more than a thousand million of anything.
        self.capacity = min(max(capacity, 0), 1_000_000_000) * Ticks.perSecond
        self.perSecond = min(max(perSecond, 0), 1_000_000_000)
        level = self.capacity
        tick = now
    }

    /// Takes one, if there is one.
    mutating func take(now: Int) -> Bool {
        if now > tick {
            // After so long it is full whatever the rate.
            let elapsed = min(now - tick, 1_000_000)
            level = min(capacity, level + elapsed * perSecond)
            tick = now
        }
        guard level >= Ticks.perSecond else { return false }
        level -= Ticks.perSecond
        return true
    }

    /// Gives some back.
    mutating func give(_ count: Int) {
        level = min(capacity, level + count * Ticks.perSecond)
    }
}

/// The limits on requests of a client in HTTP/2 that cost it little and the server more.
///
/// Every rule ends with ENHANCE_YOUR_CALM (RFC 9113 §10.5).
struct HTTP2Budget {
    /// Frames that neither carry a request forward nor were earned by one.
    private var control: TokenBucket
    private var resets: TokenBucket
    private let freeResets: Int
    private var resetCount = 0
    private var requestCount = 0

    init(_ settings: HTTP2Settings, now: Int) {
        control = TokenBucket(
            capacity: settings.controlFrames,
            perSecond: settings.controlFramesPerSecond,
            now: now
        )
        resets = TokenBucket(
            capacity: settings.resets,
            perSecond: settings.resetsPerSecond,
            now: now
        )
        freeResets = settings.resets
    }

    /// Counts a request.
    mutating func takeRequest() {
        requestCount += 1
        control.give(1)
    }

    /// Counts a frame of content that was sent, which the client acknowledges: for the connection
    /// and for the stream.
    mutating func takeSentContent() {
        control.give(2)
    }

    /// Counts a frame that serves nothing but the connection; `false` when that is one too many.
    mutating func takeControlFrame(now: Int) -> Bool {
        control.take(now: now)
    }

    /// Counts a stream that ended by RST_STREAM (CVE-2023-44487); `false` when that is too much.
    ///
    /// Either side may have sent it: a client can also provoke the server's (CVE-2025-8671). There
    /// is a rate, and as an attack may stay below any, a share of all requests.
    mutating func takeReset(now: Int) -> Bool {
        resetCount += 1
        return resets.take(now: now) && resetCount <= max(freeResets, requestCount / 2)
    }
}
