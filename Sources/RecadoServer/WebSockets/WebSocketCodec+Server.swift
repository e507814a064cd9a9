// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoHTTP

extension WebSocketCodec {
    /// What a server needs for an agreement.
    init(server deflate: WebSocketDeflate) {
        let compressor = WebSocketDeflater(
            window: deflate.serverWindow,
            forgets: deflate.serverForgets
        )
        self.init(
            compressor: compressor ?? WebSocketIdentity(),
            decompressor: WebSocketInflater(forgets: deflate.clientForgets)
        )
    }
}
