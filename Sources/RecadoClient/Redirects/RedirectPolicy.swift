// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport

/// The rules for the redirects that are followed.
///
/// ```swift
/// var policy = RedirectPolicy.sameOrigin
/// policy.limit = 3
/// let client = Client(base: base, middleware: .standard { [policy] in $0.redirects = policy })
/// ```
///
/// Under every policy, credentials stay with the origin for which they were meant, and schemes
/// other than `http` and `https` are refused.
public struct RedirectPolicy: Sendable {
    /// The decision about one redirect.
    @nonexhaustive
    public enum Decision: Sendable, Hashable {
        /// The next request is sent.
        case follow
        /// The answer that redirects is the answer of the call.
        case stop
        /// The call fails with an error of the kind `TransportError.Kind.redirectRefused`.
        case refuse
    }

    /// The most redirects that are followed in one call: 10.
    ///
    /// Legitimate chains have up to five: from a short address over `https` and a login to a page.
    /// One redirect more than the limit is an error.
    public var limit = 10

    /// True if a redirect may lead from `https` to `http`; `false` by default.
    ///
    /// An eavesdropper could read and change data that was meant to be protected.
    public var allowsDowngrade = false

    /// The fields that are never sent to another origin, besides those whose names mark them as
    /// secret.
    ///
    /// Authorization, Cookie and all fields with a name such as `X-Api-Key` or
    /// `Session-Token` need not be listed.
    public var sensitiveFields: Set<FieldName> = []

    /// Decides on a redirect; `nil` if redirects are not followed at all.
    let decide: (@Sendable (RedirectHop) -> Decision)?

    private init(_ decide: (@Sendable (RedirectHop) -> Decision)?) {
        self.decide = decide
    }

    /// Every redirect is followed.
    public static let follow = RedirectPolicy { _ in .follow }

    /// Redirects within an origin are followed; a redirect to another origin is the answer of the
    /// call.
    public static let sameOrigin = RedirectPolicy { $0.crossesOrigins ? .stop : .follow }

    /// No redirect is followed; the first one is the answer of the call.
    public static let never = RedirectPolicy(nil)

    /// Returns a policy that decides on each redirect separately.
    ///
    /// - Parameter decide: Decides on a redirect before it is followed. It is called before other
    ///   checks: a redirect that it stops is the answer of the call even if following it would be
    ///   an error.
    /// - Returns: The policy.
    public static func deciding(
        _ decide: @escaping @Sendable (RedirectHop) -> Decision
    ) -> RedirectPolicy {
        RedirectPolicy(decide)
    }
}
