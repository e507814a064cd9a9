// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A limit on a rate: as many tokens as the capacity may be taken at once; they come back with
/// time.
struct TokenBucket {
    private let capacity: Int
    private let perSecond: Int
    /// The number of tokens in tenths, as ticks are tenths of a second.
    private var level: Int
    private var tick: Int

    init(capacity: Int, perSecond: Int, now: Int) {
        // Levels are ten times as large; nobody needs a capacity above a thousand million.
        self.capacity = min(max(capacity, 0), 1_000_000_000) * Ticks.perSecond
        self.perSecond = min(max(perSecond, 0), 1_000_000_000)
        level = self.capacity
        tick = now
    }

    /// Takes a token; returns false if there is none.
    mutating func take(now: Int) -> Bool {
        if now > tick {
            // After this many ticks it is full at any rate.
            let elapsed = min(now - tick, 1_000_000)
            level = min(capacity, level + elapsed * perSecond)
            tick = now
        }
        guard level >= Ticks.perSecond else { return false }
        level -= Ticks.perSecond
        return true
    }

    /// Returns a number of tokens.
    mutating func give(_ count: Int) {
        level = min(capacity, level + count * Ticks.perSecond)
    }
}

/// The limits on a client's frames in HTTP/2 that cost the client little and the server more.
///
/// When a limit is exceeded, the connection ends with ENHANCE_YOUR_CALM (RFC 9113 §10.5).
struct HTTP2Budget {
    /// Frames that neither advance a request nor result from one.
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

    /// Counts a sent frame of content, which the client acknowledges twice: for the connection and
    /// for the stream.
    mutating func takeSentContent() {
        control.give(2)
    }

    /// Counts a frame that serves nothing but the connection; `false` if it is one too many.
    mutating func takeControlFrame(now: Int) -> Bool {
        control.take(now: now)
    }

    /// Counts a stream that ended by RST_STREAM (CVE-2023-44487); `false` if it is one too many.
    ///
    /// Either side may have sent it: a client can also provoke the server to do so (CVE-2025-8671).
    /// There is a limit on the rate and, as an attack may stay below any rate, one on the share of
    /// all requests.
    mutating func takeReset(now: Int) -> Bool {
        resetCount += 1
        return resets.take(now: now) && resetCount <= max(freeResets, requestCount / 2)
    }
}
