// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP
public import RecadoStore

extension ProblemDetails {
    /// Creates the problem for a store's error, which reveals only whether a retry makes sense.
    ///
    /// The status is 503 with Retry-After for a temporary error, such as a database that is busy or
    /// unreachable, or a lease that another server has taken over; 507 for a full disk (RFC 4918
    /// §11.5); and 500 for anything else.
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
