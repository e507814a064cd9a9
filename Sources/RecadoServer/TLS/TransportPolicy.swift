// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension Request {
    /// Whether nobody between the client and this machine can have read the request.
    ///
    /// So it is over TLS, also in front of a trusted proxy; from a program on this machine; and
    /// without a peer, for then it has not come over a network. All that depends on it asks here: a
    /// service that takes secrets does, too.
    public var isConfidential: Bool { peer?.isSecure == true || isFromThisMachine }

    /// Whether it comes from a program on this machine that has not passed it on for somebody else.
    package var isFromThisMachine: Bool { TransportPolicy.isLocal(self) }
}

/// Decisions that depend on the way by which a request has come.
enum TransportPolicy {
    /// Whether a request comes from a program on this machine that has not passed it on for
    /// somebody else.
    ///
    /// It names the machine by `localhost` or an address: the page of another site whose name leads
    /// here names that site. Statements of trusted proxies about their clients stand in the
    /// request's peer and no longer in the fields.
    static func isLocal(_ request: Request) -> Bool {
        guard let peer = request.peer else { return true }
        return peer.isLocal && HostName(request.authority).isOfAnyMachine
            && !passedOn.contains { request.fields.contains($0) }
    }

    /// The fields in which proxies tell of their clients, or of themselves.
    private static let passedOn: [FieldName] = [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
        "X-Forwarded-Port", "X-Forwarded-Server", "X-Forwarded", "X-Original-Forwarded-For",
        "X-Original-Host", "X-Real-IP", "X-Client-IP", "Client-IP", "X-Cluster-Client-IP",
        "True-Client-IP", "CF-Connecting-IP", "Fastly-Client-IP", "X-Azure-ClientIP",
        "X-Envoy-External-Address", "Via",
    ]

    /// Whether the client may be told to come back to the request's host over TLS only.
    ///
    /// Not for `localhost`, where that would count for every server on any of its ports, nor for
    /// numeric addresses, for which it means nothing (RFC 6797 §8.1.1).
    static func isStrict(for request: Request) -> Bool {
        !HostName(request.authority).isOfAnyMachine
    }
}
