// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A type that answers requests, at once or by a task.
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
/// arrived. A response that is returned as ``PendingResponse/now(_:)`` needs no task, which costs
/// about half the instructions; it sees no cancellation, and does not count for
/// ``ServerConfiguration/Limits/requests``. Work that is returned as `PendingResponse.later` runs
/// on the loop, too: a task that suspends gives the loop back and is resumed on it, so that an
/// answer needs no change of threads. For a request with more than 64 KiB of content, or with
/// content of unknown length, it runs on other threads of the server, so that decoding the content
/// delays no other request. Other work that blocks or computes for long holds up every connection
/// of its loop; move it to other threads:
///
/// ```swift
/// await withTaskExecutorPreference(globalConcurrentExecutor) { digest(file) }
/// ```
///
/// The task is cancelled when nobody waits for its answer any longer: the client closed its side
/// of the connection after the whole request, reset the request's stream in HTTP/2, broke a
/// deadline, or the server's grace has passed.
/// A client that closes only its sending side looks the same and is treated the same; what the
/// handler returns is still sent to it.
public protocol Handler: Sendable {
    /// Answers a request.
    ///
    /// The request's content is in memory if all of it arrived with its head. Otherwise it is read
    /// from the connection, and the first read asks a client that waits for 100 Continue to send it
    /// (RFC 9110 §10.1.1). Content that is not read is skipped if little of it remains; otherwise
    /// the connection is closed after the answer.
    ///
    /// While more requests are under way than ``ServerConfiguration/Limits/requests``, it is called
    /// only for requests that are admitted all the same.
    ///
    /// - Parameter request: The request, with its `peer` set.
    /// - Returns: The response. Framing fields in it (`Content-Length`, `Transfer-Encoding` and
    ///   `Connection`, except for `close`) are set by the server, which replaces them.
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
