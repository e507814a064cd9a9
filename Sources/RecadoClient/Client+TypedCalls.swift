// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP

extension Client {
    /// Calls a declared endpoint.
    ///
    /// ```swift
    /// do {
    ///     film = try await client.send(RentFilm(id: 7))
    /// } catch .failed(.alreadyRented) {
    ///     …
    /// }
    /// ```
    ///
    /// The client's credentials are sent only if the endpoint has a caller other than `Anyone`, so
    /// that an endpoint that needs no credentials does not receive them.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs.
    ///   - options: The options of this call.
    /// - Returns: The server's answer.
    /// - Throws: An error that holds the declared failure, if the service answered with it, and
    ///   everything that is known about the call.
    @discardableResult
    public func send<E: Endpoint>(
        _ endpoint: E,
        with options: CallOptions = CallOptions()
    ) async throws(CallError<E.Failure>) -> E.Output {
        try await response(to: endpoint, options, E.Failure.self, naming: nil, isForValue: true)
            .output
    }

    /// Calls a declared endpoint and also returns the status and the header fields.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs.
    ///   - options: The options of this call.
    /// - Returns: The server's answer, with its status and fields.
    /// - Throws: An error that holds the declared failure, if the service answered with it, and
    ///   everything that is known about the call.
    public func response<E: Endpoint>(
        to endpoint: E,
        with options: CallOptions = CallOptions()
    ) async throws(CallError<E.Failure>) -> TypedResponse<E.Output> {
        try await response(to: endpoint, options, E.Failure.self, naming: nil)
    }

    func response<E: Endpoint, Failure: Error>(
        to endpoint: E,
        _ options: CallOptions,
        _ failure: Failure.Type,
        naming model: ErrorModel?,
        isForValue: Bool = false
    ) async throws(CallError<Failure>) -> TypedResponse<E.Output> {
        var request: Request
        do {
            request = try endpoint.request(base: base, format: options.format)
        } catch {
            throw invalid(E.route.method, error.description, error)
        }
        prepare(&request, options, for: E.self)
        // A service in the same process may answer a GET with the output itself, without encoding
        // it. For other methods the answer must be encoded, because the service or the middleware
        // may need to store it or to compare it with the resource.
        request.isForValue = isForValue && request.method == .get
        let reader = reader(
            options,
            E.responseFormats,
            for: E.Output.self,
            declared: E.self,
            naming: model
        )
        return try await exchange(request, options, reader, failure).response()
    }
}
