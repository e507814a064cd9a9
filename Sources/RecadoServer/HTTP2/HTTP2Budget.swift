// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A token bucket: up to `capacity` tokens can be taken at once, and `perSecond` new ones are added
/// each second.
struct TokenBucket {
    private let capacity: Int
    private let perSecond: Int
    /// The number of tokens in tenths, because ticks are tenths of a second.
    private var level: Int
    private var tick: Int

    init(capacity: Int, perSecond: Int, now: Int) {
        // The capacity is limited so that the level, ten times as large, cannot overflow.
        self.capacity = min(max(capacity, 0), 1_000_000_000) * Ticks.perSecond
        self.perSecond = min(max(perSecond, 0), 1_000_000_000)
        level = self.capacity
        tick = now
    }

    /// Takes a token; returns false if there is none.
    mutating func take(now: Int) -> Bool {
        if now > tick {
            // The ticks are limited to about a day, so that the product cannot overflow.
            let elapsed = min(now - tick, 1_000_000)
            level = min(capacity, level + elapsed * perSecond)
            tick = now
        }
        guard level >= Ticks.perSecond else { return false }
        level -= Ticks.perSecond
        return true
    }

    /// Puts a number of tokens back.
    mutating func give(_ count: Int) {
        level = min(capacity, level + count * Ticks.perSecond)
    }
}

/// The limits on a client's HTTP/2 frames that cost the client little and the server more.
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

    /// Counts a sent DATA frame, to which the client may reply with two WINDOW_UPDATE frames: one
    /// for the connection and one for the stream.
    mutating func takeSentContent() {
        control.give(2)
    }

    /// Counts a frame that serves only the connection; returns `false` if there are too many.
    mutating func takeControlFrame(now: Int) -> Bool {
        control.take(now: now)
    }

    /// Counts a stream that ended with RST_STREAM (CVE-2023-44487); returns `false` if there are
    /// too many.
    ///
    /// Either side may have sent the frame, because a client can also provoke the server to reset
    /// streams (CVE-2025-8671). The rate of resets is limited. The share of requests that are reset
    /// is limited, too, because an attack may stay below any rate.
    mutating func takeReset(now: Int) -> Bool {
        resetCount += 1
        return resets.take(now: now) && resetCount <= max(freeResets, requestCount / 2)
    }
}
