// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP

extension Client {
    /// Calls an endpoint of a service that has an error model of its own.
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
    ///   - failure: The type that errors of the service are read as. An ``ErrorModel`` of the same
    ///     type among the rules says which part of the content is the error; without such a model,
    ///     the error is the whole content of a refusal.
    ///   - options: The settings that are different for this call.
    /// - Returns: The server's answer.
    /// - Throws: An error that holds the service's own error, if there was one, and everything that
    ///   is known about the call.
    @discardableResult
    public func send<E: Endpoint, Failure: Decodable & Error>(
        _ endpoint: E,
        failing failure: Failure.Type,
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> E.Output {
        try await reply(to: endpoint, options, failure, naming: ErrorModel(failure)).output
    }

    /// Calls an endpoint of a service that has an error model of its own, and returns
    /// the status and the fields, too.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs.
    ///   - failure: The type that errors of the service are read as.
    ///   - options: The settings that are different for this call.
    /// - Returns: The server's answer, with its status and fields.
    /// - Throws: An error that holds the service's own error, if there was one, and everything that
    ///   is known about the call.
    public func reply<E: Endpoint, Failure: Decodable & Error>(
        to endpoint: E,
        failing failure: Failure.Type,
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> Reply<E.Output> {
        try await reply(to: endpoint, options, failure, naming: ErrorModel(failure))
    }
}
