// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP
import RecadoTransport

extension Client {
    /// Returns the pages of a list at a path.
    ///
    /// The first request is sent when the iterator is first asked for a page.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - type: The type of a page.
    ///   - pagination: The rule that finds the next page; the Link header field by default.
    ///   - query: Additional query items.
    ///   - options: The options of these calls.
    /// - Returns: The pages.
    public func pages<Output: Decodable & Sendable>(
        _ path: String,
        of type: Output.Type,
        by pagination: Pagination = .link,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) -> Pages<Output, Never> {
        pages(path, of: type, failing: Never.self, by: pagination, query: query, with: options)
    }

    /// Returns the pages of a list at a path of a service that has its own error type.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - type: The type of a page.
    ///   - failure: The type of the service's errors.
    ///   - pagination: The rule that finds the next page; the Link header field by default.
    ///   - query: Additional query items.
    ///   - options: The options of these calls.
    /// - Returns: The pages.
    public func pages<Output: Decodable & Sendable, Failure: Decodable & Error>(
        _ path: String,
        of type: Output.Type,
        failing failure: Failure.Type,
        by pagination: Pagination = .link,
        query: QueryItems = [:],
        with options: CallOptions = CallOptions()
    ) -> Pages<Output, Failure> {
        let formats = [options.format ?? .json].forAnswers
        let model = ErrorModel(failure)
        let reader = reader(options, formats, for: Output.self, naming: model)
        return Pages(
            pagination: pagination,
            first: { () throws(CallError<Failure>) in
                var request = try self.request(.get, path, query, Failure.self)
                request.fields[.accept] = formats.fieldValue
                self.prepare(&request, options, isProtected: true)
                return request
            },
            load: { request async throws(CallError<Failure>) in
                try await self.page(request, reader, options)
            }
        )
    }

    /// Returns the pages of a list from a declared endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with the inputs for the first page.
    ///   - pagination: The rule that finds the next page; the Link header field by default.
    ///   - options: The options of these calls.
    /// - Returns: The pages.
    public func pages<E: Endpoint>(
        _ endpoint: E,
        by pagination: Pagination = .link,
        with options: CallOptions = CallOptions()
    ) -> Pages<E.Output, E.Failure> {
        let formats = E.responseFormats
        let reader = reader(options, formats, for: E.Output.self, declared: E.self)
        return Pages(
            pagination: pagination,
            first: { () throws(CallError<E.Failure>) in
                var request = try self.request(of: endpoint, options)
                self.prepare(&request, options, for: E.self)
                return request
            },
            load: { request async throws(CallError<E.Failure>) in
                try await self.page(request, reader, options)
            }
        )
    }

    private func page<Output: Decodable & Sendable, Failure: Error>(
        _ request: Request,
        _ reader: TypedResponseReader,
        _ options: CallOptions
    ) async throws(CallError<Failure>) -> Pages<Output, Failure>.Loaded {
        let exchange = try await exchange(request, options, reader, Failure.self)
        return Pages.Loaded(
            response: try exchange.response(),
            content: exchange.bytes,
            uri: exchange.redirects.last?.target ?? request.uri
        )
    }
}
