// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP

extension Client {
    /// Calls an endpoint of a service that has its own error type.
    ///
    /// ```swift
    /// do {
    ///     user = try await client.send(ShowUser(id: 1242), failing: ServiceError.self)
    /// } catch {
    ///     show(error.failure?.descripcion ?? "Try again later.")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs.
    ///   - failure: The type of the service's errors. If the ``ResponseRules`` hold an
    ///     ``ErrorModel`` of this type, it says where the error is in the content; otherwise the
    ///     whole content of an error response is decoded.
    ///   - options: The options of this call.
    /// - Returns: The server's answer.
    /// - Throws: An error that holds the service's own error, if there was one, and everything that
    ///   is known about the call.
    @discardableResult
    public func send<E: Endpoint, Failure: Decodable & Error>(
        _ endpoint: E,
        failing failure: Failure.Type,
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> E.Output {
        try await response(to: endpoint, options, failure, naming: ErrorModel(failure)).output
    }

    /// Calls an endpoint of a service that has its own error type, and also returns the status and
    /// the header fields.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs.
    ///   - failure: The type of the service's errors.
    ///   - options: The options of this call.
    /// - Returns: The server's answer, with its status and fields.
    /// - Throws: An error that holds the service's own error, if there was one, and everything that
    ///   is known about the call.
    public func response<E: Endpoint, Failure: Decodable & Error>(
        to endpoint: E,
        failing failure: Failure.Type,
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> TypedResponse<E.Output> {
        try await response(to: endpoint, options, failure, naming: ErrorModel(failure))
    }
}
