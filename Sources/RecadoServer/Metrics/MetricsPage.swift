// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// Answers `GET /metrics`.
struct MetricsPage: EndpointResponder {
    static let path = "/metrics"

    let metrics: Metrics

    var template: String { Self.path }
    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }
    var isVital: Bool { true }

    func respond(to request: Request, _ match: RouteMatch) async -> Response {
        guard metrics.audience == .everyone || Self.isLocal(request) else {
            let detail = "Metrics are for programs on the server's own machine."
            return ProblemResponse(ProblemDetails(status: .forbidden, detail: detail), members: nil)
                .response(in: .json)
        }
        return Response(
            status: .ok,
            fields: [
                .contentType: Exposition.mediaType,
                .cacheControl: "no-store",
                .contentTypeOptions: "nosniff",
            ],
            content: Content(metrics.text)
        )
    }

    /// Whether the request comes from a program on this machine and was not passed on by one.
    private static func isLocal(_ request: Request) -> Bool {
        guard let peer = request.peer else { return true }
        return peer.isLoopback && !request.fields.contains("Forwarded")
            && !request.fields.contains("X-Forwarded-For") && !request.fields.contains("Via")
    }
}
