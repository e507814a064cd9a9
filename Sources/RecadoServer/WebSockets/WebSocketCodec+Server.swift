// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoHTTP

extension WebSocketCodec {
    /// Creates a server's codec for the negotiated compression, with memory that all of the
    /// server's WebSockets share.
    init(server deflate: WebSocketDeflate, in memory: MessageMemory) {
        let compressor = WebSocketDeflater(
            window: deflate.serverWindow,
            resetsPerMessage: deflate.serverNoContextTakeover,
            budget: memory
        )
        self.init(
            compressor: compressor ?? WebSocketIdentity(),
            decompressor: WebSocketInflater(resetsPerMessage: deflate.clientNoContextTakeover)
        )
    }
}
