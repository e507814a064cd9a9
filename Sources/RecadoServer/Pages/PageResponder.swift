// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
public import RecadoHTTP

/// Answers GET at the path of a page beside services.
struct PageResponder: EndpointResponder {
    let handler: any Handler
    let template: String

    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }

    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse {
        let pending = handler.handle(request)
        return .later { await pending.value.representation(answering: request) }
    }
}

extension Response: Handler {
    /// Answers every request by this response: a response is a handler of pages that never change.
    ///
    /// - Parameter request: Any request.
    /// - Returns: The response, at once.
    public func handle(_ request: Request) -> PendingResponse { .now(self) }
}

extension Response {
    /// The answer of a page as it is sent: with its tag and compressed, or 304 for one that has not changed.
    ///
    /// - Parameter request: What it answers.
    /// - Returns: The response.
    package func representation(answering request: Request) async -> Response {
        do throws(ProblemDetails) {
            return try await Representation(isCompressible: isText).answer(self, to: request)
        } catch {
            return ProblemResponse(error, members: nil).response(in: .json)
        }
    }

    private var isText: Bool {
        fields[.contentType].flatMap { MediaType($0) }.map(CodingChoice.isWorthwhile) ?? false
    }
}
