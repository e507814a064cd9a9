// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport

/// A transport with its own sockets: it speaks HTTP/1.1 and HTTP/2, and keeps and shares
/// connections.
///
/// A call sends and receives in its own task. A thread of the transport notifies tasks when their
/// sockets are ready, and opens connections. Of the program's own code, this thread runs only the
/// checks of certificates. A program needs one transport; ``shared`` suits most.
///
/// ```swift
/// let transport = SocketTransport()
/// let answer = try await transport.send(request)
/// ```
///
/// The transport sends the request unchanged, and sends nothing else. It ignores the environment:
/// neither proxy variables nor `.netrc` have an effect. Names and certificates of servers are
/// verified unless the options name a host without verification.
///
/// A request whose method is not idempotent is sent again only if an HTTP/2 server guarantees that
/// it has not acted on the request, or if a server refuses `Expect: 100-continue` (status 417). It
/// is not sent again if an idle connection turns out to be dead (RFC 9110 §9.2.2).
///
/// Releasing a transport ends all its transfers: the content of answers that are still being read
/// fails with an error of the kind `TransportError.Kind.released`.
public final class SocketTransport: Transport {
    /// The transport that clients share unless they are given one of their own.
    public static var shared: SocketTransport { ofProcess.value }
    private static let ofProcess = PerProcess { SocketTransport() }

    let connections: Connections

    /// Creates a transport; its thread starts with the first connection.
    ///
    /// - Parameter options: The limits, the trust in hosts and the ways to connect to them.
    public init(options: Options = Options()) {
        connections = Connections(options)
    }

    deinit {
        connections.stop()
    }

    /// Sends a request and returns the answer, whatever its status.
    ///
    /// - Parameters:
    ///   - request: The request to send. Fields that frame the message, such as
    ///     `Transfer-Encoding`, are set by the transport and are refused; a correct
    ///     `Content-Length` or `Host` is accepted.
    ///   - timeouts: The time limits, which apply until the last byte of the answer's content.
    /// - Returns: The final answer. The content of small answers that arrive at once is in memory.
    /// - Throws: The error that prevented the answer from arriving.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        if Task.isCancelled { throw TransportError(.cancelled) }
        let prepared = try PreparedRequest(
            request,
            askingFrom: connections.options.expectationThreshold
        )
        let transfer = Transfer(
            prepared,
            timeouts: timeouts,
            trace: CallTrace.current?.begin(request),
            reactor: connections.reactor
        )
        do throws(TransportError) {
            return try await connections.carry(transfer)
        } catch {
            transfer.end(failure: error)
            throw error
        }
    }

    /// Ends all transfers, closes every connection and waits until the thread has ended.
    ///
    /// Later calls fail. Releasing the transport does the same without waiting.
    public func shutdown() async {
        connections.stop()
        await connections.reactor.join()
    }
}
