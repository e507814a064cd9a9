// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
package import RecadoHTTP

/// A fixed answer.
struct FixedPage: WaitingResponder {
    let response: Response
    let path: String

    var template: String { path }
    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }

    func answer(
        _ request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) async -> Response {
        await response.representation(answering: request)
    }
}

extension Response {
    /// What is sent of an answer that was made beforehand: with its tag and compressed, or that nothing has
    /// changed.
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
