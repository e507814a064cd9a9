// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The results of the steps before the handler for one request.
struct PreparedCall: Sendable {
    /// The format of the answer, unless the answer is a message.
    let format: FormatFields
    /// The message that contains the inputs, such as a SOAP call; `nil` if they came as the route
    /// prescribes.
    var message: (any CallMessage)?
    /// The caller; `nil` if anyone may call.
    let caller: (any Caller)?
    /// The format of the request's content, if there is any to read.
    var contentFormat: ContentFormat?
    /// The guard that checks the request's preconditions, if it has any.
    var resource: ResourceGuard?
    /// The accepted parameters of a WebSocket's opening handshake.
    var opening: WebSocketUpgrade.Acceptance?
    /// The request's content, unless the handler reads it while it arrives.
    var content: CollectedContent?

    /// The content, if it is a JSON:API document, to which errors can point.
    var resources: [UInt8]? {
        contentFormat?.format.isForResources == true ? content?.bytes : nil
    }
}

/// The steps of a request that handle values of the endpoint's own types.
///
/// The other steps are in ``EndpointPipeline``, which does not know these types, because generic
/// code is slower, and asynchronous generic code much slower.
protocol EndpointSteps: AnyObject, Sendable {
    /// True if anyone may call, without credentials.
    var isOpen: Bool { get }
    /// The challenges for wrong credentials.
    var challenges: [Challenge] { get }

    /// Returns true if a request's credentials are of a kind that browsers send by themselves.
    func hasAmbientCredentials(_ request: Request) -> Bool

    /// Returns true if a request has an idempotency key, and so may be a repetition.
    func mayRepeat(_ request: Request) -> Bool

    /// Step 5: refuses a request without credentials.
    func checkCredentials(_ request: Request) throws(ProblemDetails)

    /// Step 5: returns the caller of a request.
    func caller(of request: Request) async throws(ProblemDetails) -> any Caller

    /// Steps 10 to 14: answers a request, as far as possible without waiting.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - match: The match of its path with a route.
    ///   - call: The call that the earlier steps have prepared.
    ///   - pipeline: The pipeline, which turns problems into answers.
    /// - Returns: The answer.
    /// - Throws: The problem to answer with instead.
    func answer(
        _ request: Request,
        _ match: RouteMatch,
        _ call: PreparedCall,
        _ pipeline: EndpointPipeline
    ) throws(ProblemDetails) -> PendingAnswer
}
