// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Synchronization

/// A handler that records the address of each caller.
final class CallerLog: Handler {
    private let base: any Handler
    private let seen = Mutex<[String]>([])

    init(_ base: any Handler) {
        self.base = base
    }

    /// The addresses of the callers so far.
    var addresses: [String] { seen.withLock { $0 } }

    func handle(_ request: Request) -> PendingResponse {
        seen.withLock { $0.append(request.peer?.address ?? "nobody") }
        return base.handle(request)
    }
}
