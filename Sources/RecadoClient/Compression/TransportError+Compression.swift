// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoTransport

extension TransportError {
    /// Converts the error for content that could not be compressed or decompressed.
    init(_ error: CompressionError) {
        self.init(error == .malformed ? .undecodable : .failed, "\(error)")
    }
}
