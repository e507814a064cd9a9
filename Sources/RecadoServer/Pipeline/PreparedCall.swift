// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The results of the steps before the handler for one request.
struct PreparedCall: Sendable {
    /// The format of its answer, unless the answer is a message.
    let format: FormatFields
    /// The message that contains its inputs, if they did not come in the form that the route
    /// prescribes.
    var message: (any CallMessage)?
    /// The caller; `nil` if anyone may call.
    let caller: (any Caller)?
    /// The format of its content, if there is any to read.
    var contentFormat: ContentFormat?
    /// The guard that its preconditions are compared with.
    var resource: ResourceGuard?
    /// The agreement with which a WebSocket is opened.
    var opening: WebSocketUpgrade.Acceptance?
    /// Its content, unless the handler reads it while it arrives.
    var content: CollectedContent?

    /// The content, if it is a JSON:API document, in which errors have positions.
    var resources: [UInt8]? {
        contentFormat?.format.isForResources == true ? content?.bytes : nil
    }
}

/// The steps of a request that handle values of the endpoint's own types.
///
/// The other steps are those of ``EndpointPipeline``, which knows no such types: generic code is
/// slower, asynchronous generic code much slower.
protocol EndpointSteps: AnyObject, Sendable {
    /// True if anyone may call, without credentials.
    var isOpen: Bool { get }
    /// The challenges that follow wrong credentials.
    var challenges: [Challenge] { get }

    /// Returns true if the credentials of a request are of a kind that browsers send by themselves.
    func hasAmbientCredentials(_ request: Request) -> Bool

    /// Returns true if a request has to be compared with others that have its key.
    func mayRepeat(_ request: Request) -> Bool

    /// Step 5: refuses a request without credentials.
    func checkCredentials(_ request: Request) throws(ProblemDetails)

    /// Step 5: the caller of a request.
    func caller(of request: Request) async throws(ProblemDetails) -> any Caller

    /// Steps 10 to 14: answers a request, as far as that is possible without waiting.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - match: The match of its path with a route.
    ///   - call: The call that the steps before have prepared.
    ///   - pipeline: The pipeline, which makes answers from problems.
    /// - Returns: The answer.
    /// - Throws: The problem that is answered instead.
    func answer(
        _ request: Request,
        _ match: RouteMatch,
        _ call: PreparedCall,
        _ pipeline: EndpointPipeline
    ) throws(ProblemDetails) -> PendingAnswer
}
