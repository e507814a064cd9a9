// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The rules that decide when tokens are refreshed.
public struct RefreshPolicy: Sendable, Hashable {
    /// The time before a token's expiry at which it is refreshed: 30 seconds, so that a token is
    /// still valid when the request arrives at the server.
    public var leeway: Duration = .seconds(30)

    /// The maximum number of refreshes within ``period``: 5.
    ///
    /// More refreshes mean that the service refuses tokens that it has just issued.
    public var refreshesPerPeriod = 5

    /// The period over which refreshes are counted: 30 seconds.
    public var period: Duration = .seconds(30)

    /// Creates the default policy.
    public init() {}
}
