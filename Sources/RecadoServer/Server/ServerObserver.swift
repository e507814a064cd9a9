// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// An observer of the requests that a server answers in its handler's stead.
///
/// They are requests that break the rules of HTTP or the limits of the configuration, and requests
/// that come while there is too much to do. All functions are called on the event loops: they must
/// not block, and must cost little.
public protocol ServerObserver: Sendable {
    /// The observer that this one wraps, which is asked for everything that this one does not
    /// define; by default none.
    var base: (any ServerObserver)? { get }

    /// True for a request that is answered even if the server is overloaded; by default for none.
    ///
    /// It is called when there is too much to do. Requests for the server's health are vital:
    /// monitors would take silence for death.
    ///
    /// - Parameter request: The request.
    /// - Returns: True if the handler is called for it regardless of
    ///   ``ServerConfiguration/Limits/requests`` and ``ServerConfiguration/Limits/waiting``.
    func bypassesLoadShedding(_ request: Request) -> Bool

    /// Returns true for a proxy that may forward requests of another scheme than its connection's;
    /// by default for no peer.
    ///
    /// Other peers are answered with 421 if they name `https` over a connection without TLS or, in
    /// HTTP/2, another scheme than the connection's (RFC 9110 §7.4).
    ///
    /// - Parameter peer: The peer of a connection.
    /// - Returns: True if it is trusted to state the scheme.
    func trusts(_ peer: Peer) -> Bool

    /// Observes a request that was refused; by default nothing is done.
    ///
    /// - Parameter refusal: The refused request, with the answer, the peer and the reason.
    func note(_ refusal: RefusedRequest)

    /// The answer to a request that is refused; by default `RefusedRequest.response`.
    ///
    /// It is called after ``note(_:)``, unless the connection is closed without an answer. It must
    /// cost little: that is the purpose of refusals.
    ///
    /// - Parameter refusal: The request that is refused, with the reason.
    /// - Returns: The answer, with its content in memory.
    func response(to refusal: RefusedRequest) -> Response

    /// Observes that the server begins to shut down, once; by default nothing is done.
    ///
    /// It is called by the task that ends the server, which still accepts connections for as long
    /// as ``Server/shutdown(grace:announcing:)`` says.
    func serverWillShutDown()
}

extension ServerObserver {
    /// None.
    public var base: (any ServerObserver)? { nil }

    /// Returns false, unless ``base`` returns true: no request passes if the server is overloaded.
    public func bypassesLoadShedding(_ request: Request) -> Bool {
        base?.bypassesLoadShedding(request) ?? false
    }

    /// Returns false, unless ``base`` returns true: no peer is trusted.
    public func trusts(_ peer: Peer) -> Bool { base?.trusts(peer) ?? false }

    /// Does nothing, except for calling ``base``.
    public func note(_ refusal: RefusedRequest) { base?.note(refusal) }

    /// The default answer, or the answer of ``base``.
    public func response(to refusal: RefusedRequest) -> Response {
        base?.response(to: refusal) ?? refusal.response
    }

    /// Does nothing, except for calling ``base``.
    public func serverWillShutDown() { base?.serverWillShutDown() }
}

/// The observer of a server that was given none.
struct NoObserver: ServerObserver {}
