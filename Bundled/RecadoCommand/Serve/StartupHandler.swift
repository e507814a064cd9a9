// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization

/// Answers 503 while the server listens but its services are not ready.
final class StartupHandler: Handler, ServerObserver {
    private let application = Mutex<Application?>(nil)

    /// Starts passing requests to the application.
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
