// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP

/// Answers GET at the path of a page that belongs to no service.
struct PageHandler: EndpointHandler {
    let handler: any Handler
    let template: String

    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }
    var representation: Representation? { .compressibleText }

    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse {
        handler.handle(request).map { $0.addTag() }
    }
}

extension Response: Handler {
    /// Answers every request with this response, so that a response can be the handler of a
    /// constant page.
    ///
    /// - Parameter request: Any request.
    /// - Returns: The response, at once.
    public func handle(_ request: Request) -> PendingResponse { .now(self) }
}
