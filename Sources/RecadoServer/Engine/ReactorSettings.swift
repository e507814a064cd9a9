// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A server's configuration in the units that a reactor counts in.
struct ReactorSettings: Sendable {
    let limits: RequestLimits
    let skippedContent: Int
    let requestsPerConnection: Int
    /// `nil` when HTTP/2 is not spoken.
    let http2: HTTP2Settings?
    /// In ticks, like all that follow but the rate.
    let head: Int
    let content: Int
    let contentRatePeriod: Int
    /// The fewest bytes in one period.
    let contentPerPeriod: Int
    let idle: Int
    let write: Int
    let lingering: Int
    let farewell: Int

    init(_ configuration: ServerConfiguration) {
        let given = configuration.limits
        limits = RequestLimits(
            requestLine: max(1, given.requestLine),
            field: max(1, given.field),
            fields: max(1, given.fields),
            fieldCount: max(1, given.fieldCount),
            content: max(0, given.content)
        )
        skippedContent = max(0, given.skippedContent)
        requestsPerConnection = max(1, given.requestsPerConnection)
        http2 = configuration.http2 ? HTTP2Settings(given.http2, limits: limits) : nil
        let deadlines = configuration.deadlines
        head = Ticks.count(deadlines.head)
        content = Ticks.count(deadlines.content)
        contentRatePeriod = Ticks.count(deadlines.contentRatePeriod)
        let rate = max(0, deadlines.contentRate).multipliedReportingOverflow(by: contentRatePeriod)
        contentPerPeriod = rate.overflow ? Int.max : rate.partialValue / Ticks.perSecond
        idle = Ticks.count(deadlines.idle)
        write = Ticks.count(deadlines.write)
        lingering = Ticks.count(deadlines.lingering)
        farewell = deadlines.farewell > .zero ? Ticks.count(deadlines.farewell) : 0
    }
}
