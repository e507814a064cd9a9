// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The service's origin from the point of view of the current request's client, as a trusted proxy
/// states it.
///
/// Handlers use it to build links that work for the clients of several proxies.
public enum ForwardedOrigin: Sendable {
    /// The scheme and the host, such as `https://films.example`; `nil` for a request that did not
    /// come through a trusted proxy, and outside requests.
    public static var current: String? { told }

    @TaskLocal package static var told: String?
}
