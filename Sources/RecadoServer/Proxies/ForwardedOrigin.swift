// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Where the client of the present request believes the service to be, as a trusted proxy has told.
///
/// Handlers build links with it that clients of several proxies can follow.
public enum ForwardedOrigin: Sendable {
    /// The scheme and the host, such as `https://films.example`; `nil` for a request that came through no such
    /// proxy, and outside of requests.
    public static var current: String? { told }

    @TaskLocal package static var told: String?
}
