// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// Answers `GET /health/live` and `GET /health/ready`.
struct HealthPage: EndpointHandler {
    enum Question: String, Sendable, CaseIterable { case live, ready }

    let health: Health
    let question: Question

    var template: String { Self.path(of: question) }
    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }
    var bypassesLoadShedding: Bool { true }

    static func path(of question: Question) -> String { "/health/\(question.rawValue)" }

    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse {
        switch question {
        case .live: .now(Self.answer(["status": "live"]))
        case .ready: .later { await readiness() }
        }
    }

    private func readiness() async -> Response {
        if health.isShuttingDown {
            return Self.refusal("The server is shutting down.", [])
        }
        let results = await health.results()
        let bad = results.filter { $0.outcome != .passed }
        guard bad.isEmpty else {
            let names = bad.map(\.name).joined(separator: ", ")
            return Self.refusal("Not well: \(names).", results)
        }
        return Self.answer(["status": "ready", "checks": Self.list(results)])
    }

    private static func list(_ results: [Health.Result]) -> Value {
        .array(
            results.map { result in
                .object(["name": .string(result.name), "status": .string(result.outcome.rawValue)])
            }
        )
    }

    private static func answer(_ object: Value.Object) -> Response {
        // The object contains only strings, whose encoding cannot fail.
        let content = (try? JSON().encode(Value.object(object))) ?? []
        return Response(
            status: .ok,
            fields: [
                .contentType: "application/json",
                .cacheControl: "no-store",
                .contentTypeOptions: "nosniff",
            ],
            content: Content(content)
        )
    }

    private static func refusal(_ detail: String, _ results: [Health.Result]) -> Response {
        var problem = ProblemDetails(status: .serviceUnavailable, detail: detail)
        problem.retryAfter = .seconds(1)
        if !results.isEmpty { problem.extensions["checks"] = list(results) }
        return Response(problem)
    }
}
