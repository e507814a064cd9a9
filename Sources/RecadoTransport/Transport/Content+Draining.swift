// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Content {
    /// The maximum length of content that is read to its end only to reuse the connection.
    ///
    /// Up to this length, reading takes less time than opening a new connection.
    private static let drainLimit = 16_384

    /// Disposes of content that nobody needs, such as the content of an answer when the request is
    /// sent again.
    ///
    /// Short content is read, so that its connection can be used again; any other is abandoned.
    package func drain() async {
        guard !isInMemory, let length, length <= Self.drainLimit else { return }
        // If reading fails, the connection is closed, and the next request uses another one.
        _ = try? await collect(upTo: Self.drainLimit)
    }
}
