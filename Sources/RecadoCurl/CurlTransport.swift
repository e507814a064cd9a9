// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoHTTP

/// A transport over libcurl: HTTP/1.1 and HTTP/2, with connections that are kept and shared.
///
/// The transfers of a transport run on a thread of its own, or on a few while many are under way;
/// no Swift code ever blocks them. A program needs one transport; ``shared`` is there for most.
///
/// ```swift
/// let transport = CurlTransport()
/// let answer = try await transport.send(request)
/// ```
///
/// libcurl opens all connections, and what goes through a proxy is its business altogether. Otherwise the
/// transport itself speaks HTTP over them, which takes less time.
///
/// The transport sends what the request says and nothing else. It takes no notice of the
/// environment: neither proxy variables nor `.netrc` have an effect. Names and certificates of
/// servers are always verified. A request whose method is not idempotent is never sent twice, not
/// even where a kept connection turns out to be dead (RFC 9110 §9.2.2).
///
/// A transport that is released ends what is under way: the content of answers that are still
/// being read fails with an error of the kind `TransportError.Kind.released`.
public final class CurlTransport: Transport {
    /// The transport that clients share unless they are given one of their own.
    public static let shared = CurlTransport()

    let loops: LoopGroup
    private let options: Options

    /// Creates a transport and its first thread.
    ///
    /// - Parameter options: Limits and trust.
    public init(options: Options = Options()) {
        self.options = options
        loops = LoopGroup(options)
    }

    deinit {
        loops.release()
    }

    /// Sends a request and returns the answer, whatever its status.
    ///
    /// - Parameters:
    ///   - request: What to send. Fields that frame the message, such as `Transfer-Encoding`, are the
    ///     transport's own and are refused; a `Content-Length` or `Host` that says what is true
    ///     anyway is accepted.
    ///   - timeouts: How long to wait, until the last byte of the answer's content.
    /// - Returns: The final answer. Small answers that arrive at once carry their bytes at hand.
    /// - Throws: An error that tells what kept the answer from arriving.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        if Task.isCancelled { throw TransportError(.cancelled) }
        let threshold = options.expectationThreshold
        let prepared = try PreparedRequest(
            request,
            askingFrom: threshold,
            isDirect: options.proxies.isEmpty
        )
        let report = CallTrace.current?.begin(request)
        let transfer = Transfer(
            prepared,
            timeouts: timeouts,
            report: report,
            mailbox: loops.choose(for: prepared)
        )
        return try await transfer.response()
    }

    /// Ends everything under way, closes every connection and returns when its threads are gone.
    ///
    /// Calls made afterwards fail. Releasing the transport does the same without waiting.
    public func shutdown() async {
        await loops.stop()
    }
}
