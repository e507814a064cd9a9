// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Something that answers requests.
///
/// A server calls its handler on one of its event loops. A handler that suspends gives the loop
/// back and is resumed on it, so that an answer costs no change of threads. For a request with more than 64 KiB of
/// content, or with content of unknown length, it is called on other threads of the server, so that to decode it keeps
/// nobody waiting. Other work that blocks or computes for long holds up every connection of its loop; put it elsewhere:
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
    /// The request's content is at hand when all of it arrived with its head. Otherwise it is
    /// read from the connection, and the first reading asks a client that expects it to go on
    /// (RFC 9110 §10.1.1). Content that is not read is skipped when little of it remains, else
    /// the connection is closed after the answer.
    ///
    /// - Parameter request: The request, its `peer` set.
    /// - Returns: The response. Framing fields in it (`Content-Length`, `Transfer-Encoding` and
    ///   `Connection` but for `close`) are the server's own affair and are replaced.
    func respond(to request: Request) async -> Response

    /// Answers a request before it gets a task, if that takes no waiting; by default no request is.
    ///
    /// A server asks this first for requests that have come whole, whose clients keep the connection, while it is
    /// not overloaded. An answer takes about half the instructions of one by a task. It holds up the loop
    /// meanwhile, sees no cancellation, and counts for ``ServerConfiguration/Limits/requests`` only as
    /// far as it is ``ImmediateAnswer/unfinished(rest:)``. A handler that passes requests on to another one
    /// passes this on, too.
    ///
    /// - Parameter request: The request, its `peer` set.
    /// - Returns: The answer, as far as there is one.
    func respondImmediately(to request: Request) -> ImmediateAnswer

    /// Whether a request is answered even if the server is overloaded; by default none is.
    ///
    /// It is asked when there is too much to do. Questions about the server's health are vital: who
    /// watches over it would take silence for death.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether the handler is called for it regardless of ``ServerConfiguration/Limits/requests``
    ///   and ``ServerConfiguration/Limits/waiting``.
    func isVital(_ request: Request) -> Bool

    /// Takes note of a request that the server has answered itself, on one of its loops.
    ///
    /// By default nothing is done. It must not block.
    ///
    /// - Parameter refusal: What was answered, to whom and why.
    func note(_ refusal: RefusedRequest)

    /// The answer to a request that the server refuses; by default `RefusedRequest.response`.
    ///
    /// It is asked for after ``note(_:)``, on one of the server's loops, unless the connection is closed
    /// without an answer. It must cost little: that is the point of refusing. A handler that passes requests on to
    /// another one passes this on, too.
    ///
    /// - Parameter refusal: What is wrong.
    /// - Returns: The answer, its content at hand.
    func response(to refusal: RefusedRequest) -> Response
}

/// How far a handler has come with a request without waiting.
public enum ImmediateAnswer: Sendable {
    /// The answer, which may still have content to be read.
    case complete(Response)
    /// The answer has been begun; the task of the request does the rest.
    case unfinished(rest: @Sendable () async -> Response)
    /// Nothing was done: ``Handler/respond(to:)`` is asked.
    case unavailable
}

extension Handler {
    /// Leaves every request to a task.
    public func respondImmediately(to request: Request) -> ImmediateAnswer { .unavailable }

    /// Lets no request pass if the server is overloaded.
    public func isVital(_ request: Request) -> Bool { false }

    /// Does nothing.
    public func note(_ refusal: RefusedRequest) {}

    /// The answer by default.
    public func response(to refusal: RefusedRequest) -> Response { refusal.response }
}
