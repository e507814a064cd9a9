// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// Answers `GET /metrics`.
struct MetricsPage: EndpointHandler {
    static let path = "/metrics"

    let metrics: Metrics

    var template: String { Self.path }
    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }
    var bypassesLoadShedding: Bool { true }

    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse {
        .now(answer(request))
    }

    private func answer(_ request: Request) -> Response {
        guard metrics.audience == .everyone || TransportPolicy.isLocal(request) else {
            let detail = "Metrics are for programs on the server's own machine."
            return Response(ProblemDetails(status: .forbidden, detail: detail))
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
}
