// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// A fixed answer.
struct FixedPage: EndpointResponder {
    let response: Response
    let path: String

    var template: String { path }
    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }

    func respond(to request: Request, _ match: RouteMatch) async -> Response {
        do throws(ProblemDetails) {
            return try await Representation(isCompressible: isText).answer(response, to: request)
        } catch {
            return ProblemResponse(error, members: nil).response(in: .json)
        }
    }

    private var isText: Bool {
        response.fields[.contentType].flatMap { MediaType($0) }.map(CodingChoice.isWorthwhile)
            ?? false
    }
}
