// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Content {
    /// The greatest length that is read to its end only to keep the connection: what arrives sooner
    /// than a new connection would be there.
    private static let drainLimit = 16_384

    /// Disposes of content that nobody wants, such as that of an answer which will be asked again.
    ///
    /// A short one is read, so that its connection can be used again; any other is abandoned.
    func drain() async {
        guard !isAtHand, let length, length <= Self.drainLimit else { return }
        // Whatever goes wrong here, the next request finds out.
        _ = try? await collect(upTo: Self.drainLimit)
    }
}
