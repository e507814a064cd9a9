// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Files below a path.
struct FilesResponder: EndpointResponder {
    let files: StaticFiles

    var template: String { "\(files.path)/*" }
    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }

    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse {
        files.handle(request)
    }
}
