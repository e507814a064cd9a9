// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
public import RecadoHTTP
import RecadoServer

extension InProcessTransport {
    /// Makes calls in this process as the client of a request would make them.
    ///
    /// The handlers that are called see its address in place of this machine's, so that quotas,
    /// wrong passwords and logs count every client by itself. Its cookies go with calls that
    /// have none of their own. Calls to this machine, such as to `http://localhost`, name the
    /// scheme and the host that the client has named, so that answers hold addresses that it
    /// can follow; a call with cookies of its own names the host that it was made for. Calls
    /// over a network are made as ever.
    ///
    /// Cookies alone change nothing: where a service knows its callers by them, `OriginPolicy`
    /// refuses calls that change something, for a call in process does not say which page it comes
    /// from. Otherwise a page of another site could act through the app. An app that has checked
    /// the origin of its own POST says so (the check lets every GET through):
    ///
    /// ```swift
    /// try OriginPolicy.check(request)
    /// options.fields["Sec-Fetch-Site"] = "same-origin"
    /// ```
    ///
    /// All of this is added below the middleware of a client: one whose cookies,
    /// cache or shared answers are on would keep one visitor's for the next. Turn
    /// them off where it calls as visitors.
    ///
    /// - Parameters:
    ///   - request: The request, as a handler got it.
    ///   - body: Makes the calls; tasks within it make them for the same client. So does the
    ///     content of a `Response` that it returns, however long it is read: a stream of events,
    ///     for example. Whatever else it returns makes later calls as this machine, and so does the
    ///     connection of a WebSocket (101).
    /// - Returns: The body's result.
    /// - Throws: The body's error.
    public static func asClient<Result, Failure: Error>(
        of request: Request,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let visitor = Visitor(request)
        let result = try await visitor.call(body)
        // An overload for responses would be taken for closures without a result, too.
        if let response = result as? Response, let bound = visitor.serving(response) as? Result {
            return bound
        }
        return result
    }
}
