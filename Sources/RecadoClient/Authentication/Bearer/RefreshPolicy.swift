// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// When tokens are refreshed.
public struct RefreshPolicy: Sendable, Hashable {
    /// The time before its expiry at which a token is refreshed: 30 seconds, so that it is still
    /// valid when the request arrives.
    public var leeway: Duration = .seconds(30)

    /// The greatest number of refreshes within ``period``: 5.
    ///
    /// More of them mean that the service refuses tokens that it has just issued.
    public var refreshesPerPeriod = 5

    /// The time in which refreshes are counted: 30 seconds.
    public var period: Duration = .seconds(30)

    /// Creates the default policy.
    public init() {}
}
