// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport

/// The rules that decide which redirects are followed.
///
/// ```swift
/// var policy = RedirectPolicy.sameOrigin
/// policy.limit = 3
/// let client = Client(base: base, middleware: .standard { [policy] in $0.redirects = policy })
/// ```
///
/// Under every policy, credentials are sent only to the origin that they are meant for, and schemes
/// other than `http` and `https` are refused.
public struct RedirectPolicy: Sendable {
    /// The decision about one redirect.
    @nonexhaustive
    public enum Decision: Sendable, Hashable {
        /// The redirect is followed.
        case follow
        /// The redirect is not followed: the call returns the redirect response.
        case stop
        /// The call fails with an error of the kind `TransportError.Kind.redirectRefused`.
        case refuse
    }

    /// The maximum number of redirects in one call: 10.
    ///
    /// Legitimate chains have up to five, such as for a short link, a change to `https` and a
    /// login. One redirect more than the limit is an error.
    public var limit = 10

    /// True if a redirect may lead from `https` to `http`; `false` by default.
    ///
    /// If it is allowed, an eavesdropper can read and change data that was meant to be encrypted.
    public var allowsDowngrade = false

    /// Additional header fields that are never sent to another origin.
    ///
    /// Fields whose names mark them as secret need not be listed: Authorization, Cookie, and names
    /// such as `X-Api-Key` or `Session-Token`.
    public var sensitiveFields: Set<FieldName> = []

    /// Decides on each redirect; `nil` if none is followed.
    let decide: (@Sendable (RedirectHop) -> Decision)?

    private init(_ decide: (@Sendable (RedirectHop) -> Decision)?) {
        self.decide = decide
    }

    /// Follows every redirect.
    public static let follow = RedirectPolicy { _ in .follow }

    /// Follows redirects within an origin; a redirect to another origin is returned as the
    /// response.
    public static let sameOrigin = RedirectPolicy { $0.crossesOrigins ? .stop : .follow }

    /// Follows no redirect; the redirect response is returned.
    public static let never = RedirectPolicy(nil)

    /// Returns a policy that decides on each redirect separately.
    ///
    /// - Parameter decide: Decides on a redirect. It is called before the other checks. If it stops
    ///   a redirect, the redirect response is returned, even if those checks would refuse the
    ///   redirect.
    /// - Returns: The policy.
    public static func deciding(
        _ decide: @escaping @Sendable (RedirectHop) -> Decision
    ) -> RedirectPolicy {
        RedirectPolicy(decide)
    }
}
