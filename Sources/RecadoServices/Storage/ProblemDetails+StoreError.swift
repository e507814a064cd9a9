// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP
import RecadoStore

extension ProblemDetails {
    /// What callers are told of a store's error: no more than whether it makes sense to try again.
    init(_ error: StoreError) {
        switch error.code {
        case .busy, .serialization, .overloaded, .closed, .cancelled, .timedOut, .connectionLost,
            .cannotOpen, .replaced:
            self = .overloaded()
        // RFC 4918 §11.5: it makes sense once there is room.
        case .full: self.init(status: .insufficientStorage, title: "Espacio insuficiente")
        default: self.init(status: .internalServerError, title: "Error interno")
        }
    }

    /// More is asked than can be done now.
    static func overloaded(_ detail: String? = nil) -> ProblemDetails {
        var problem = ProblemDetails(
            status: .serviceUnavailable,
            title: "Servicio ocupado",
            detail: detail
        )
        // What waits in the queues of the store and of the passwords is done in about a second.
        problem.retryAfter = .seconds(1)
        return problem
    }
}
