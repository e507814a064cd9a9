// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer

/// A middleware that keeps the scheme and the host that a request names, for answers that contain
/// addresses.
struct RequestOrigin: Middleware {
    /// The origin, such as `http://localhost:3000`; empty if the request names no host.
    @TaskLocal static var current = ""

    func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        // HTTP/1.1 requests name no scheme, so the connection decides.
        let scheme = request.peer?.isSecure == true ? "https" : request.scheme
        let origin = request.authority.isEmpty ? "" : "\(scheme)://\(request.authority)"
        switch Self.$current.withValue(origin, operation: { next(request) }) {
        case .now(let response): return .now(response)
        case let pending:
            return pending.around { rest in
                await Self.$current.withValue(origin) { await rest() }
            }
        }
    }
}
