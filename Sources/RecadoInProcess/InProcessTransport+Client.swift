// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import RecadoServer
import RecadoTransport

extension InProcessTransport {
    /// Makes calls in this process as the client of a request would make them.
    ///
    /// The called handlers see the client's address in place of this machine's, so that quotas,
    /// counts of wrong passwords and logs distinguish the clients. The client's cookies are sent
    /// with calls that have no cookies of their own. Calls to this machine, such as to
    /// `http://localhost`, name the scheme and the host of the client's request, so that answers
    /// hold addresses that the client can follow; a call with cookies of its own keeps its own
    /// host. Calls over a network are not changed.
    ///
    /// Cookies alone do not permit changes: if a service identifies its callers by cookies,
    /// `OriginPolicy` refuses calls that change something, because a call in process does not state
    /// the page that it comes from. Otherwise a page of another site could act through the app. An
    /// app that has checked the origin of its own POST states this as follows (the check lets every
    /// GET through):
    ///
    /// ```swift
    /// try OriginPolicy.check(request)
    /// options.fields["Sec-Fetch-Site"] = "same-origin"
    /// ```
    ///
    /// The transport adds all of this below the middleware of `Client`. Turn off the cookies, the
    /// cache and the shared answers of a `Client` that makes such calls, because it would otherwise
    /// use those of one visitor for the next.
    ///
    /// - Parameters:
    ///   - request: The request, as a handler received it.
    ///   - body: Makes the calls; tasks within it call as the same client. If it returns a
    ///     `Response`, such as a stream of events, its content also calls as the client while it
    ///     is read. After any other result, and on a WebSocket connection (101), later calls have
    ///     the address of this machine.
    /// - Returns: The body's result.
    /// - Throws: The body's error.
    public static func asClient<Result, Failure: Error>(
        of request: Request,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let visitor = Visitor(request)
        let result = try await visitor.call(body)
        // A cast, because the compiler would choose an overload for `Response` even for a closure
        // without a result.
        if let response = result as? Response, let bound = visitor.serving(response) as? Result {
            return bound
        }
        return result
    }
}
