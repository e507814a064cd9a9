// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

/// A server's configuration in the units that a reactor uses.
struct ReactorSettings: Sendable {
    let limits: MessageLimits
    let skippedContent: Int
    let requestsPerConnection: Int
    let trustsLoopback: Bool
    /// The settings of HTTP/2; `nil` when it is not offered.
    let http2: HTTP2Settings?
    /// The time limit for receiving a request's head, in ticks; the other times below are in ticks,
    /// too.
    let head: Int
    let content: Int
    let contentRatePeriod: Int
    /// The least number of content bytes in one period.
    let contentPerPeriod: Int
    let idle: Int
    let write: Int
    /// The least number of answer bytes that the client must take within the time for writing.
    let writtenPerPeriod: Int
    let lingering: Int
    let closing: Int

    init(_ configuration: ServerConfiguration) {
        let given = configuration.limits
        limits = MessageLimits(
            startLine: max(1, given.requestLine),
            field: max(1, given.field),
            fields: max(1, given.fields),
            fieldCount: max(1, given.fieldCount),
            content: max(0, given.content)
        )
        skippedContent = max(0, given.skippedContent)
        trustsLoopback = configuration.trustsLoopback
        requestsPerConnection = max(1, given.requestsPerConnection)
        http2 = configuration.http2 ? HTTP2Settings(given.http2, limits: limits) : nil
        let deadlines = configuration.deadlines
        head = Ticks.count(deadlines.head)
        content = Ticks.count(deadlines.content)
        contentRatePeriod = Ticks.count(deadlines.contentRatePeriod)
        contentPerPeriod = Self.count(deadlines.contentRate, in: contentRatePeriod)
        idle = Ticks.count(deadlines.idle)
        write = Ticks.count(deadlines.write)
        writtenPerPeriod = max(1, Self.count(deadlines.writeRate, in: write))
        lingering = Ticks.count(deadlines.lingering)
        closing = deadlines.closing > .zero ? Ticks.count(deadlines.closing) : 0
    }

    /// Returns the ticks within which a client has to take more bytes, after some were sent.
    ///
    /// Because the bytes may still be in transit, the time for writing is extended by the time that
    /// a link of 8 KiB per second needs for them, but by at most ten times the time for writing.
    func timeToTake(_ bytes: Int) -> Int {
        write + min(bytes / (8_192 / Ticks.perSecond), 10 * write)
    }

    /// Returns the number of bytes for a rate per second and a time in ticks.
    private static func count(_ rate: Int, in ticks: Int) -> Int {
        let (count, overflows) = max(0, rate).multipliedReportingOverflow(by: ticks)
        return overflows ? Int.max : count / Ticks.perSecond
    }
}
