// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import RecadoServer
import RecadoTransport

extension InProcessTransport {
    /// Makes calls in this process on behalf of the client that sent a request.
    ///
    /// Calls through an ``InProcessTransport`` are changed as follows; calls over a network are
    /// not:
    /// - The called handler sees the client's address instead of this machine's, so that quotas,
    ///   counts of wrong passwords and logs distinguish the clients.
    /// - If the call has no cookies of its own, the client's cookies are sent with it.
    /// - If the call has no cookies of its own and its address is on this machine, such as
    ///   `http://localhost`, it gets the scheme and the host of the client's request, so that the
    ///   answer holds addresses that the client can follow.
    ///
    /// If a service identifies its callers by cookies, its `OriginPolicy` refuses calls that change
    /// something: a call in this process does not state the page that it comes from, so a page of
    /// another site could otherwise act through the app. When the app handles a POST of the client,
    /// it can check the origin of the POST, and then declare that its own call has the same origin.
    /// Do not do this for a GET, because the check accepts every GET:
    ///
    /// ```swift
    /// try OriginPolicy.check(request)
    /// options.fields["Sec-Fetch-Site"] = "same-origin"
    /// ```
    ///
    /// The transport makes these changes below the middleware of `Client`. Turn off the cookies,
    /// the cache and the shared answers of a `Client` that makes such calls; otherwise it would use
    /// the cookies and answers of one visitor for the next visitor.
    ///
    /// - Parameters:
    ///   - request: The client's request, as a handler received it.
    ///   - body: Makes the calls, directly or in tasks that it starts. If it returns a `Response`
    ///     with streamed content, such as events, the calls that are made while the content is read
    ///     are also on behalf of the client. After any other result, and on a WebSocket connection
    ///     (101), later calls have the address of this machine.
    /// - Returns: The body's result.
    /// - Throws: The body's error.
    public static func asClient<Result, Failure: Error>(
        of request: Request,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let visitor = Visitor(request)
        let result = try await visitor.call(body)
        // This is a cast instead of an overload for `Response`, because the compiler would choose
        // that overload even for a closure without a result.
        if let response = result as? Response, let bound = visitor.serving(response) as? Result {
            return bound
        }
        return result
    }
}
