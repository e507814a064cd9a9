// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension Request {
    /// True if nobody between the client and this machine can have read the request.
    ///
    /// This holds for requests over TLS, even if a trusted proxy terminated it; for requests from a
    /// program on this machine; and for requests without a peer, which did not come over a network.
    /// All code that depends on confidentiality uses this property, and a service that accepts
    /// secrets should do so, too.
    public var isConfidential: Bool { peer?.isSecure == true || isFromThisMachine }

    /// True if the request comes from a program on this machine that has not forwarded it.
    package var isFromThisMachine: Bool { TransportPolicy.isLocal(self) }
}

/// Decisions that depend on how a request arrived.
enum TransportPolicy {
    /// True if a request comes from a program on this machine that has not forwarded it.
    ///
    /// Such a request names the machine by `localhost` or an address. A page of another site whose
    /// name resolves to this machine names that site, so its requests are excluded. Statements of
    /// trusted proxies have already been moved from the fields to the request's peer.
    static func isLocal(_ request: Request) -> Bool {
        guard let peer = request.peer else { return true }
        return peer.isLocal && HostName(request.authority).isGeneric
            && !passedOn.contains { request.fields.contains($0) }
    }

    /// The fields by which a proxy reveals that it has forwarded a request.
    private static let passedOn: [FieldName] = [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
        "X-Forwarded-Port", "X-Forwarded-Server", "X-Forwarded", "X-Original-Forwarded-For",
        "X-Original-Host", "X-Real-IP", "X-Client-IP", "Client-IP", "X-Cluster-Client-IP",
        "True-Client-IP", "CF-Connecting-IP", "Fastly-Client-IP", "X-Azure-ClientIP",
        "X-Envoy-External-Address", "Via",
    ]

    /// True if the client may be told to use only TLS for the request's host in future.
    ///
    /// It is false for `localhost`, where the rule would apply to the servers on all ports, and for
    /// numeric addresses, where the rule has no effect (RFC 6797 §8.1.1).
    static func isStrict(for request: Request) -> Bool {
        !HostName(request.authority).isGeneric
    }
}
