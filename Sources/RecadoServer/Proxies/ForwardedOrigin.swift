// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The service's origin as the client of the current request knows it, according to a trusted
/// proxy.
///
/// Handlers build links with it that clients of several proxies can follow.
public enum ForwardedOrigin: Sendable {
    /// The scheme and the host, such as `https://films.example`; `nil` for a request that came
    /// through no trusted proxy, and outside requests.
    public static var current: String? { told }

    @TaskLocal package static var told: String?
}
