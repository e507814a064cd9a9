// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The rules for the times at which tokens are refreshed.
public struct RefreshPolicy: Sendable, Hashable {
    /// The time by which a token is refreshed before its expiry: 30 seconds, so that the token that
    /// is sent is still valid when the request arrives.
    public var leeway: Duration = .seconds(30)

    /// The greatest number of refreshes within ``period``: 5.
    ///
    /// More refreshes than that mean that the service refuses tokens that it has just issued.
    public var refreshesPerPeriod = 5

    /// The time in which refreshes are counted: 30 seconds.
    public var period: Duration = .seconds(30)

    /// Creates the default policy.
    public init() {}
}
