// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

/// A server's configuration in the units that a reactor counts in.
struct ReactorSettings: Sendable {
    let limits: MessageLimits
    let skippedContent: Int
    let requestsPerConnection: Int
    let trustsLoopback: Bool
    /// `nil` when HTTP/2 is not spoken.
    let http2: HTTP2Settings?
    /// In ticks, like all that follow but the rates.
    let head: Int
    let content: Int
    let contentRatePeriod: Int
    /// The fewest bytes in one period.
    let contentPerPeriod: Int
    let idle: Int
    let write: Int
    /// The fewest bytes of an answer in the time to write.
    let writtenPerPeriod: Int
    let lingering: Int
    let farewell: Int

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
        farewell = deadlines.farewell > .zero ? Ticks.count(deadlines.farewell) : 0
    }

    /// The time that a client has to take more, after so many bytes.
    ///
    /// They may still be on their way: on a link of 8 KiB a second, for ten times as long at most.
    func timeToTake(_ bytes: Int) -> Int {
        write + min(bytes / (8_192 / Ticks.perSecond), 10 * write)
    }

    /// The bytes of so many in a second.
    private static func count(_ rate: Int, in ticks: Int) -> Int {
        let (count, overflows) = max(0, rate).multipliedReportingOverflow(by: ticks)
        return overflows ? Int.max : count / Ticks.perSecond
    }
}
