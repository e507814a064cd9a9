// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServerStore
import RecadoStore

extension ProblemDetails {
    /// Creates the problem that reports a store's error to callers, in Spanish.
    init(translating error: StoreError) {
        self.init(error)
        switch status {
        case .serviceUnavailable: self = .overloaded()
        case .insufficientStorage: title = "Espacio insuficiente"
        default: title = "Error interno"
        }
    }

    /// Returns the problem for a service that is overloaded.
    static func overloaded(_ detail: String? = nil) -> ProblemDetails {
        var problem = ProblemDetails(
            status: .serviceUnavailable,
            title: "Servicio ocupado",
            detail: detail
        )
        // The work that waits in the queues of the store and the password hasher takes about a
        // second.
        problem.retryAfter = .seconds(1)
        return problem
    }
}
