// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Where the client of the present request believes the service to be, as a trusted proxy has told.
package enum ForwardedOrigin {
    /// The scheme and the host, such as `https://films.example`; `nil` for a request that came through no such
    /// proxy.
    @TaskLocal package static var current: String?
}
