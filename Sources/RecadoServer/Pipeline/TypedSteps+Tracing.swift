// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension TypedSteps {
    /// Returns a handler whose calls are recorded as spans; a problem caused by the caller does not
    /// mark the span as failed.
    static func traced(_ handler: @escaping OperationHandler<E>) -> OperationHandler<E> {
        { endpoint, caller throws(ProblemDetails) in
            try await Tracer.withSpan(E.name, isFailure: isFailure) {
                _ async throws(ProblemDetails) in
                try await handler(endpoint, caller)
            }
        }
    }

    static func traced(_ handler: @escaping ImmediateHandler<E>) -> ImmediateHandler<E> {
        { endpoint throws(ProblemDetails) in
            try Tracer.withSpan(E.name, isFailure: isFailure) { _ throws(ProblemDetails) in
                try handler(endpoint)
            }
        }
    }

    private static func isFailure(_ problem: ProblemDetails) -> Bool { problem.status.code >= 500 }
}
