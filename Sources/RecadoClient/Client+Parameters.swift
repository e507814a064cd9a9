// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints
public import RecadoHTTP

extension Client {
    /// Calls a path with parameters, which are sent in the query or in the content.
    ///
    /// ```swift
    /// let films: [Film] = try await client.call(.get, "films", parameters: ["year": "1990"])
    /// try await client.call(.post, "films", parameters: film, with: CallOptions(format: .form))
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - parameters: The parameters to send; for the query, they must be encoded as an object.
    ///   - place: The part of the request that the parameters are sent in; by default it depends on
    ///     the method.
    ///   - failure: The type of the service's errors, for ``CallError/failure``; none by default.
    ///   - options: The options of this call.
    /// - Returns: The server's answer.
    /// - Throws: An error with everything that is known about the call.
    public func call<Output: Decodable, Failure: Decodable & Error>(
        _ method: Method,
        _ path: String,
        parameters: some Encodable = NoContent(),
        in place: ParameterPlace = .byMethod,
        failing failure: Failure.Type = Never.self,
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> Output {
        let isInQuery: Bool =
            switch place {
            case .query: true
            case .content: false
            case .byMethod: [.get, .head, .delete].contains(method)
            }
        guard isInQuery, !(parameters is NoContent) else {
            let call = QuickCall(method, path, parameters, [:])
            return try await output(of: call, Output.self, failure, options)
        }
        let query: QueryItems
        do {
            query = try QueryItems(encoding: parameters)
        } catch {
            throw invalid(method, "\(error)", error)
        }
        let call = QuickCall(method, path, nil, query)
        return try await output(of: call, Output.self, failure, options)
    }

    /// Calls a path with parameters and decodes the answer as a `Value`, whatever its structure.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - parameters: The parameters to send; for the query, they must be encoded as an object.
    ///   - place: The part of the request that the parameters are sent in; by default it depends on
    ///     the method.
    ///   - options: The options of this call.
    /// - Returns: The server's answer; null if it has no content.
    /// - Throws: An error with everything that is known about the call.
    @discardableResult
    public func call(
        _ method: Method,
        _ path: String,
        parameters: some Encodable = NoContent(),
        in place: ParameterPlace = .byMethod,
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> Value {
        try await call(
            method,
            path,
            parameters: parameters,
            in: place,
            failing: Never.self,
            with: options
        )
    }
}
