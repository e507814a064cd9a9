// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A request that a server has answered in its handler's stead.
///
/// It broke the rules of HTTP or the limits of the configuration, or there was too much to do. Of a
/// connection that was one too many, there is the peer alone.
public struct RefusedRequest: Sendable {
    /// The status of the answer; 503 for connections that were closed without one, too.
    public let status: Status
    /// What was wrong, in the server's own words, never the client's.
    public let reason: String
    /// Who has connected.
    public let peer: Peer?
    /// The request, when its head was understood: it was, if the server was overloaded.
    public let request: Request?
    /// The time that the request had waited for its handler.
    public let waited: Duration
}
