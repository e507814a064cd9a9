// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Something that hears of the requests that a server answers in its handler's stead.
///
/// They are those that break the rules of HTTP or the limits of the configuration, and those
/// that come while there is too much to do. All functions are called on the event loops: they
/// must not block, and cost little.
public protocol ServerObserver: Sendable {
    /// The observer that this one stands around: it is asked for all that this one does
    /// not define; by default none.
    var base: (any ServerObserver)? { get }

    /// True for a request that is answered even if the server is overloaded; by default for none.
    ///
    /// It is asked when there is too much to do. Questions about the server's health are vital:
    /// monitors would take silence for death.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether the handler is called for it regardless of
    ///   ``ServerConfiguration/Limits/requests`` and ``ServerConfiguration/Limits/waiting``.
    func bypassesLoadShedding(_ request: Request) -> Bool

    /// True for a proxy that may pass on requests of another scheme than its
    /// connection's; by default for no peer.
    ///
    /// Others are answered with 421 if they name `https` over a connection without TLS, or in
    /// HTTP/2 another scheme than the connection's (RFC 9110 §7.4).
    ///
    /// - Parameter peer: The peer of a connection.
    /// - Returns: Whether its word on the scheme is taken.
    func trusts(_ peer: Peer) -> Bool

    /// Takes note of a request that was refused; by default nothing is done.
    ///
    /// - Parameter refusal: The refused request, with the answer, the peer and the reason.
    func note(_ refusal: RefusedRequest)

    /// The answer to a request that is refused; by default `RefusedRequest.response`.
    ///
    /// It is asked for after ``note(_:)``, unless the connection is closed without an answer. It
    /// must cost little: that is the point of refusing.
    ///
    /// - Parameter refusal: The request that is refused, with the reason.
    /// - Returns: The answer, its content at hand.
    func response(to refusal: RefusedRequest) -> Response

    /// Takes note that the server begins to shut down, once; by default nothing is done.
    ///
    /// It is called by the task that ends the server, which still accepts connections for as long
    /// as ``Server/shutdown(grace:announcing:)`` says.
    func serverWillShutDown()
}

extension ServerObserver {
    /// None.
    public var base: (any ServerObserver)? { nil }

    /// Lets no request pass if the server is overloaded.
    public func bypassesLoadShedding(_ request: Request) -> Bool {
        base?.bypassesLoadShedding(request) ?? false
    }

    /// Trusts no peer.
    public func trusts(_ peer: Peer) -> Bool { base?.trusts(peer) ?? false }

    /// Does nothing.
    public func note(_ refusal: RefusedRequest) { base?.note(refusal) }

    /// The answer by default.
    public func response(to refusal: RefusedRequest) -> Response {
        base?.response(to: refusal) ?? refusal.response
    }

    /// Does nothing.
    public func serverWillShutDown() { base?.serverWillShutDown() }
}

/// The observer of a server that has no other.
struct NoObserver: ServerObserver {}
