// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoTransport

extension Client {
    /// Returns the request of a quick call, without the client's settings.
    func request<Failure: Error>(
        _ method: Method,
        _ path: String,
        _ query: QueryItems,
        _ failure: Failure.Type
    ) throws(CallError<Failure>) -> Request {
        do {
            return Request(
                method: method,
                scheme: base.scheme,
                authority: base.authority ?? "",
                target: try CallPath.target(of: path, query: query, base: base)
            )
        } catch {
            throw invalid(method, "\(error)", error)
        }
    }

    /// Returns the request of a declared endpoint, without the client's settings.
    func request<E: Endpoint>(
        of endpoint: E,
        _ options: CallOptions
    ) throws(CallError<E.Failure>) -> Request {
        do {
            return try endpoint.request(base: base, format: options.format)
        } catch {
            throw invalid(E.route.method, error.description, error)
        }
    }

    /// Sends a request and returns as soon as the header section of the answer has arrived.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - options: The options of this call; without timeouts in them, there is no timeout for the
    ///     whole answer.
    ///   - isAccepted: Returns true for the statuses that are accepted.
    /// - Returns: The answer.
    /// - Throws: The error of the call, with the details of a refusal.
    func open<Failure: Problem>(
        _ request: Request,
        _ options: CallOptions,
        isAccepted: (Status) -> Bool = \.isSuccess
    ) async throws(CallError<Failure>) -> OpenResponse<Failure> {
        var options = options
        if options.timeouts == nil {
            options.timeouts = settings.timeouts
            options.timeouts?.total = nil
        }
        let reader = reader(options, [.json], for: [UInt8].self)
        let notes = CallNotes(events: settings.events, metadata: options.metadata)
        let response: Response
        do {
            response = try await send(request, options, notes)
        } catch {
            throw CallError(error, notes.record(request, answeredBy: nil))
        }
        guard isAccepted(response.status) else {
            throw await refusal(response, to: request, notes, reader) as CallError<Failure>
        }
        return OpenResponse(request: request, response: response, notes: notes)
    }
}
