// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

/// The limits of HTTP/2 in the units and ranges that a session needs.
struct HTTP2Settings: Sendable {
    let limits: MessageLimits
    let concurrentStreams: Int
    let streamWindow: Int
    let connectionWindow: Int
    let continuations: Int
    let controlFrames: Int
    let controlFramesPerSecond: Int
    let resets: Int
    let resetsPerSecond: Int
    let pendingOutput: Int

    init(_ given: ServerConfiguration.Limits.HTTP2, limits: MessageLimits) {
        let windows = 1...0x7FFF_FFFF
        self.limits = limits
        concurrentStreams = given.concurrentStreams.clamped(to: 1...1_000_000)
        streamWindow = given.streamWindow.clamped(to: windows)
        connectionWindow = given.connectionWindow.clamped(to: 65_535...0x7FFF_FFFF)
        continuations = given.continuations.clamped(to: 0...1_000_000)
        controlFrames = given.controlFrames
        controlFramesPerSecond = given.controlFramesPerSecond
        resets = given.resets.clamped(to: 0...1_000_000_000)
        resetsPerSecond = given.resetsPerSecond
        pendingOutput = max(0, given.pendingOutput)
    }

    /// The number of handlers that one connection may keep busy, including those for streams that
    /// were reset.
    ///
    /// A reset ends the stream at once, but its handler runs on until it notices the cancellation.
    var runningHandlers: Int { concurrentStreams * 2 }

    /// The size above which a header section closes the connection; if its size is between the
    /// limit and this value, only its request is refused.
    ///
    /// Fields over the limit are still decoded, to keep the HPACK state in step. That work needs a
    /// bound, because a small frame can expand to megabytes.
    var excessiveFields: Int {
        let (size, overflows) = limits.fields.multipliedReportingOverflow(by: 4)
        return overflows ? Int.max : size
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
