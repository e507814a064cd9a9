// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoHTTP

extension WebSocketCodec {
    /// Creates the codec that a client needs for the agreed compression.
    init(client deflate: WebSocketDeflate) {
        let compressor = WebSocketDeflater(
            window: deflate.clientWindow,
            forgets: deflate.clientForgets
        )
        self.init(
            compressor: compressor ?? WebSocketIdentity(),
            decompressor: WebSocketInflater(forgets: deflate.serverNoContextTakeover)
        )
    }
}
