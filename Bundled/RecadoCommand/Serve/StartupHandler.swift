// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization

/// The handler of a server that listens before its services are ready; until then it answers with
/// 503.
final class StartupHandler: Handler, ServerObserver {
    private let application = Mutex<Application?>(nil)

    /// Passes requests to the application from now on.
    func open(_ application: Application) {
        self.application.withLock { $0 = application }
    }

    var base: (any ServerObserver)? { application.withLock { $0 } }

    func bypassesLoadShedding(_ request: Request) -> Bool {
        base?.bypassesLoadShedding(request) ?? true
    }

    func handle(_ request: Request) -> PendingResponse {
        if let application = application.withLock({ $0 }) {
            return application.handle(request)
        }
        return .now(
            Response(
                status: .serviceUnavailable,
                fields: [.retryAfter: "1", .contentType: "text/plain; charset=utf-8"],
                content: Content("The services are being opened.\n")
            )
        )
    }
}
