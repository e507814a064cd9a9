// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension EventLoop {
    /// Sends an answer piece by piece, as fast as the client receives it.
    func deliver(_ response: Response, for exchange: ExchangeID) async {
        if response.status == .switchingProtocols,
            let takeover = response.content.makeSource() as? any ConnectionTakeover
        {
            return await handOver(response, to: takeover, exchange)
        }
        if let source = response.content.polled {
            let isFollowed = await withCheckedContinuation { isFollowed in
                post(.follow(exchange, response, source, isFollowed))
            }
            if isFollowed { return }
        }
        let goesOn = await withCheckedContinuation { permission in
            post(.begin(exchange, response, permission))
        }
        guard goesOn else { return }
        let source = response.content.makeSource()
        do {
            while let piece = try await source.next() {
                let goesOn = await withCheckedContinuation { permission in
                    post(.send(exchange, piece, permission))
                }
                guard goesOn else { return }
            }
            post(.finish(exchange))
        } catch {
            post(.abort(exchange))
        }
    }
}

extension Request {
    /// True if the content is, or may be, so long that reading and decoding it here would delay
    /// other connections.
    var isLong: Bool {
        content.length.map { $0 > EventLoop.mostBytesAtOnce } ?? true
    }
}
