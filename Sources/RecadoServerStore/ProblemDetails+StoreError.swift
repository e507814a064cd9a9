// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP
public import RecadoStore

extension ProblemDetails {
    /// The problem that callers are told for a store's error: it shows only whether it makes sense
    /// to try again.
    ///
    /// It is 503 with Retry-After for an error that passes by itself, such as a database that is
    /// busy or out of reach, or a lease that has become another server's; 507 for a full disk (RFC
    /// 4918 §11.5); and 500 for anything else.
    ///
    /// - Parameter error: The error.
    public init(_ error: StoreError) {
        switch error.code {
        case .busy, .serialization, .overloaded, .closed, .cancelled, .timedOut, .connectionLost,
            .cannotOpen, .replaced, .leaseLost:
            self.init(status: .serviceUnavailable)
            retryAfter = .seconds(1)
        case .full: self.init(status: .insufficientStorage)
        default: self.init(status: .internalServerError)
        }
    }
}
