// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// An observer of the requests that a server answers in place of its handler.
///
/// Such requests break the rules of HTTP or the configured limits, or arrive while the server is
/// overloaded. All functions except ``serverWillShutDown()`` are called on the event loops, so they
/// must not block and must be cheap.
public protocol ServerObserver: Sendable {
    /// The observer that this one wraps, which handles everything that this one does not define; by
    /// default none.
    var base: (any ServerObserver)? { get }

    /// Returns true for a request that is answered even if the server is overloaded; by default for
    /// none.
    ///
    /// It is called while the server is overloaded. Health checks should pass, because a monitor
    /// takes a missing answer for a dead server.
    ///
    /// - Parameter request: The request.
    /// - Returns: True if the handler is called for the request regardless of
    ///   ``ServerConfiguration/Limits/requests`` and ``ServerConfiguration/Limits/waiting``.
    func bypassesLoadShedding(_ request: Request) -> Bool

    /// Returns true for a proxy that may forward requests with a scheme other than its
    /// connection's; by default, no peer may.
    ///
    /// Requests of other peers are answered with 421 if they name `https` over a connection without
    /// TLS or, in HTTP/2, any scheme other than the connection's (RFC 9110 §7.4).
    ///
    /// - Parameter peer: The peer of a connection.
    /// - Returns: True if the peer is trusted to state the scheme.
    func trusts(_ peer: Peer) -> Bool

    /// Observes a request that was refused; by default does nothing.
    ///
    /// - Parameter refusal: The refused request, with the answer, the peer and the reason.
    func note(_ refusal: RefusedRequest)

    /// Returns the answer to a request that is refused; by default `RefusedRequest.response`.
    ///
    /// It is called after ``note(_:)``, unless the connection is closed without an answer. It must
    /// be cheap, because refusing must cost an overloaded server little.
    ///
    /// - Parameter refusal: The refused request, with the reason.
    /// - Returns: The answer, with its content in memory.
    func response(to refusal: RefusedRequest) -> Response

    /// Observes once that the server begins to shut down; by default does nothing.
    ///
    /// It is called by the task that shuts the server down. The server still accepts connections
    /// for the announcement time of ``Server/shutdown(grace:announcing:)``.
    func serverWillShutDown()
}

extension ServerObserver {
    /// No wrapped observer.
    public var base: (any ServerObserver)? { nil }

    /// Returns the answer of ``base``; without a base, false: no request bypasses load shedding.
    public func bypassesLoadShedding(_ request: Request) -> Bool {
        base?.bypassesLoadShedding(request) ?? false
    }

    /// Returns the answer of ``base``; without a base, false: no peer is trusted.
    public func trusts(_ peer: Peer) -> Bool { base?.trusts(peer) ?? false }

    /// Calls ``base``, if there is one.
    public func note(_ refusal: RefusedRequest) { base?.note(refusal) }

    /// Returns the answer of ``base``, or the default answer.
    public func response(to refusal: RefusedRequest) -> Response {
        base?.response(to: refusal) ?? refusal.response
    }

    /// Calls ``base``, if there is one.
    public func serverWillShutDown() { base?.serverWillShutDown() }
}

/// The observer of a server that was created without one.
struct NoObserver: ServerObserver {}
