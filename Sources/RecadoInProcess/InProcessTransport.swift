// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP
public import RecadoServer
public import RecadoTransport

/// A transport that hands requests to a handler in the same process, without a socket.
///
/// The client and the service take the same steps as over a network. Only the network itself is
/// missing: message framing, connections and their limits.
///
/// ```swift
/// let client = Client(base: base, transport: InProcessTransport(application))
/// ```
///
/// A web app can call services in its own process on behalf of the client that sent it a request:
/// within `asClient(of:_:)`, each call has the address and the cookies of that client, and the host
/// that the client's request names.
public struct InProcessTransport: Transport {
    private let handler: any Handler
    private let peer: Peer
    private let handsValuesOver: Bool

    /// Creates a transport to a handler.
    ///
    /// - Parameters:
    ///   - handler: The handler that answers.
    ///   - peer: The peer that the handler sees as the client; this machine by default. Calls to
    ///     `https` addresses arrive as if over TLS.
    ///   - handsValuesOver: True to pass the output of a GET handler directly to `Client.send`,
    ///     without encoding and decoding. Then the client also gets properties that encoding would
    ///     leave out, and its content limit does not apply. `false` by default, so that tests see
    ///     the answers that a network would deliver.
    public init(
        _ handler: any Handler,
        peer: Peer = Peer(address: "127.0.0.1", isLocal: true, isSecure: false),
        handsValuesOver: Bool = false
    ) {
        self.handler = handler
        self.peer = peer
        self.handsValuesOver = handsValuesOver
    }

    /// Returns the request as a server would receive it: as if over TLS, if its URI has the scheme
    /// `https`.
    private func received(_ request: Request) -> Request {
        var request = handsValuesOver ? request : request.forWholeAnswer
        let visitor = Visitor.current
        let peer = visitor?.peer ?? peer
        let hasOwnCookies = request.fields.contains(.cookie)
        if let cookies = visitor?.cookies, !hasOwnCookies {
            for cookie in cookies { request.fields.append(cookie, to: .cookie) }
        }
        request.peer = Peer(
            address: peer.address,
            isLocal: peer.isLocal,
            isSecure: peer.isSecure || request.scheme == "https",
            certificate: peer.certificate
        )
        // A call with cookies of its own keeps its host, because the cookies are for that host.
        if let visitor, !hasOwnCookies, !visitor.authority.isEmpty,
            HostName(request.authority).isLoopback
        {
            request.scheme = visitor.scheme
            request.authority = visitor.authority
            if request.fields.contains(.host) { request.fields[.host] = visitor.authority }
        }
        if !request.authority.isEmpty, !request.fields.contains(.host) {
            request.fields[.host] = request.authority
        }
        return request
    }

    /// Hands a request to the handler.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeouts: The time limits; there is no connection to wait for.
    /// - Returns: The handler's response, without content if HTTP allows none.
    /// - Throws: An error of the kind `cancelled` or `timedOut`, once the handler has returned.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        if Task.isCancelled { throw TransportError(.cancelled) }
        let stopwatch = Stopwatch(ContinuousClock())
        let received = received(request)
        let limit = [timeouts.idle, timeouts.total].compactMap(\.self).min()
        // If a handler makes this call, the call does not inherit the languages of the request that
        // is being handled.
        let outcome: Promise<Response>.Outcome = await Language.Binding.none.finish {
            switch handler.handle(received) {
            case .now(let response): .value(response)
            case .later(let work): await Self.outcome(of: work, within: limit, stopwatch)
            }
        }
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        switch outcome {
        case .value(let response):
            var answer = response.asReceived(answering: request)
            guard answer.content.bytes == nil, !answer.content.isValue else { return answer }
            let source = answer.content.makeSource()
            let (idle, end) = (timeouts.idle, timeouts.total)
            answer.content = Content(
                reading: TimedContent(source, idle: idle, end: end, stopwatch)
            )
            return answer
        case .late: throw TransportError(.timedOut(.waiting))
        case .cancelled: throw TransportError(.cancelled)
        }
    }

    /// Waits until a handler has returned; the handler is cancelled after a time limit.
    private static func outcome(
        of work: PendingResponse.Work,
        within limit: Duration?,
        _ stopwatch: Stopwatch
    ) async -> Promise<Response>.Outcome {
        guard let limit else { return .value(await work()) }
        let promise = Promise<Response>()
        // This child task is cancelled and awaited at the end of the function.
        async let _ = promise.fulfil(await work())
        return await promise.outcome(within: limit, stopwatch)
    }
}
