// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServerStore
import RecadoStore

extension ProblemDetails {
    /// A store's error as callers of the services are told of it, in Spanish.
    init(translating error: StoreError) {
        self.init(error)
        switch status {
        case .serviceUnavailable: self = .overloaded()
        case .insufficientStorage: title = "Espacio insuficiente"
        default: title = "Error interno"
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
