// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A type that answers requests, either at once or with a task.
///
/// ```swift
/// struct Greeting: Handler {
///     func handle(_ request: Request) -> PendingResponse {
///         guard request.path == "/slow" else { return .now(Response(status: .ok)) }
///         return .later { await slowAnswer() }
///     }
/// }
/// ```
///
/// A server calls its handler on one of its event loops, as soon as the head of a request has
/// arrived. A handler that returns its response as ``PendingResponse/now(_:)`` needs no task, which
/// saves about half of the instructions. It sees no cancellation, and its request does not count
/// toward ``ServerConfiguration/Limits/requests``. Work that is returned as `PendingResponse.later`
/// runs on the loop, too: a task that suspends frees the loop and is resumed on it, so that an
/// answer needs no thread switch. For a request with more than 64 KiB of content, or with content
/// of unknown length, the work runs on other threads of the server, so that decoding does not delay
/// other requests. Other work that blocks or computes for long delays every connection of its loop;
/// move such work to other threads:
///
/// ```swift
/// await withTaskExecutorPreference(globalConcurrentExecutor) { digest(file) }
/// ```
///
/// The task is cancelled when its answer is not needed any more: when the client has closed its
/// side of the connection after the whole request, has reset the request's HTTP/2 stream or has
/// missed a deadline, or when the grace period of the server's shutdown has ended. A client that
/// closes only its sending side looks like a client that has left, so its task is cancelled, too;
/// but the handler's response is still sent to it.
public protocol Handler: Sendable {
    /// Answers a request.
    ///
    /// The request's content is in memory if all of it arrived with the head. Otherwise it is read
    /// from the connection on demand; if the client waits for 100 Continue, the first read asks it
    /// to send the content (RFC 9110 §10.1.1). Unread content is skipped if little of it remains;
    /// otherwise the connection is closed after the answer.
    ///
    /// While more requests are under way than ``ServerConfiguration/Limits/requests``, the handler
    /// is called only for requests that bypass load shedding.
    ///
    /// - Parameter request: The request, with its `peer` set.
    /// - Returns: The response. The server sets the framing fields itself (`Content-Length`,
    ///   `Transfer-Encoding` and `Connection`, except for `close`), and replaces those in the
    ///   response.
    func handle(_ request: Request) -> PendingResponse
}

extension Handler {
    /// Answers a request, and waits for the response.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    public func respond(to request: Request) async -> Response {
        await handle(request).value
    }
}
