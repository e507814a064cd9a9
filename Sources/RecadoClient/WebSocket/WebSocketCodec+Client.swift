// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoHTTP

extension WebSocketCodec {
    /// Creates the client's codec for the negotiated compression parameters.
    init(client deflate: WebSocketDeflate) {
        let compressor = WebSocketDeflater(
            window: deflate.clientWindow,
            resetsPerMessage: deflate.clientNoContextTakeover
        )
        self.init(
            compressor: compressor ?? WebSocketIdentity(),
            decompressor: WebSocketInflater(resetsPerMessage: deflate.serverNoContextTakeover)
        )
    }
}
