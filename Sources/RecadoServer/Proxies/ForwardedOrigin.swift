// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The service's origin as the client of the present request knows it, told by a trusted proxy.
///
/// Handlers build links with it that clients of several proxies can follow.
public enum ForwardedOrigin: Sendable {
    /// The scheme and the host, such as `https://films.example`; `nil` for a request that came
    /// through no such proxy, and outside of requests.
    public static var current: String? { told }

    @TaskLocal package static var told: String?
}
