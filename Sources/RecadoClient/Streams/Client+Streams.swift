// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

extension Client {
    /// Calls a path and returns as soon as the header section arrives; the content is read later.
    ///
    /// There is no timeout for the whole answer unless the options set one or the task has a
    /// ``Deadline``. If the options set no timeouts, the client's `Timeouts.idle` and
    /// `Timeouts.connect` apply.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - method: The method; GET by default.
    ///   - query: Additional query items.
    ///   - options: The options of this call.
    /// - Returns: The status, the header fields, and the content to read.
    /// - Throws: The error of the call, with the details of a refusal.
    public func stream(
        _ path: String,
        method: Method = .get,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Never>) -> StreamedResponse<Never> {
        var request = try request(method, path, query, Never.self)
        if let format = options.format { request.fields[.accept] = format.fieldValue }
        prepare(&request, options, isProtected: true)
        return StreamedResponse(answer: try await open(request, options))
    }

    /// Calls a declared endpoint and returns as soon as the header section arrives; the content is
    /// read later.
    ///
    /// The content is not decoded as the endpoint's output. Read it with the sequence of
    /// ``StreamedResponse`` that fits its format.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs.
    ///   - options: The options of this call.
    /// - Returns: The status, the header fields, and the content to read.
    /// - Throws: An error that holds the declared failure, if the service answered with it, and
    ///   everything that is known about the call.
    public func stream<E: Endpoint>(
        _ endpoint: E,
        with options: CallOptions = CallOptions()
    ) async throws(CallError<E.Failure>) -> StreamedResponse<E.Failure> {
        var request = try request(of: endpoint, options)
        prepare(&request, options, for: E.self)
        return StreamedResponse(answer: try await open(request, options))
    }

    /// Calls a declared endpoint and returns as soon as the header section arrives; the elements
    /// are read as they arrive.
    ///
    /// Releasing the sequence before its end, or cancelling the task, ends the transfer.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs.
    ///   - options: The options of this call.
    /// - Returns: The elements, which can be iterated once. An error identifies the element that
    ///   cannot be decoded.
    /// - Throws: An error that holds the declared failure, if the service answered with it, and
    ///   everything that is known about the call.
    public func elements<E: Endpoint, Model: Codable & Sendable>(
        of endpoint: E,
        with options: CallOptions = CallOptions()
    ) async throws(CallError<E.Failure>) -> some AsyncSequence<Model, CallError<E.Failure>>
        & Sendable
    where E.Output == ElementFeed<Model> {
        let response = try await stream(endpoint, with: options)
        return EitherElements(
            first: response.jsonLines(of: Model.self),
            second: response.jsonElements(of: Model.self),
            isSecond: response.mediaType?.essence == MediaType.json.essence
        )
    }
}
