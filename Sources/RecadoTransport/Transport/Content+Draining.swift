// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Content {
    /// The maximum length of unneeded content that is read so that its connection can be reused.
    ///
    /// Up to this length, reading takes less time than opening a new connection.
    private static let drainLimit = 16_384

    /// Discards content that nobody needs, such as that of an answer whose request is sent again.
    ///
    /// Content of a known, short length is read to its end, so that its connection can be reused;
    /// all other content is abandoned.
    package func drain() async {
        guard !isInMemory, let length, length <= Self.drainLimit else { return }
        // If reading fails, the connection is closed, and the next request uses another one.
        _ = try? await collect(upTo: Self.drainLimit)
    }
}
