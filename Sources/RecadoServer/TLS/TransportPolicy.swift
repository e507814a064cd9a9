// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension Request {
    /// True if nobody between the client and this machine can have read the request.
    ///
    /// This holds for requests over TLS, even if a trusted proxy ended it; for those from a program
    /// on this machine; and for those without a peer, which did not come over a network. All code
    /// that depends on confidentiality uses this property, as a service that accepts secrets
    /// should.
    public var isConfidential: Bool { peer?.isSecure == true || isFromThisMachine }

    /// True if it comes from a program on this machine that has not forwarded it for somebody else.
    package var isFromThisMachine: Bool { TransportPolicy.isLocal(self) }
}

/// Decisions that depend on the way on which a request has come.
enum TransportPolicy {
    /// True if a request comes from a program on this machine that has not forwarded it for
    /// somebody else.
    ///
    /// Such a request names the machine by `localhost` or an address: a page of another site whose
    /// name leads here would name that site. The statements of trusted proxies about their clients
    /// are in the request's peer and no longer in the fields.
    static func isLocal(_ request: Request) -> Bool {
        guard let peer = request.peer else { return true }
        return peer.isLocal && HostName(request.authority).isOfAnyMachine
            && !passedOn.contains { request.fields.contains($0) }
    }

    /// The fields in which proxies name their clients, or themselves.
    private static let passedOn: [FieldName] = [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
        "X-Forwarded-Port", "X-Forwarded-Server", "X-Forwarded", "X-Original-Forwarded-For",
        "X-Original-Host", "X-Real-IP", "X-Client-IP", "Client-IP", "X-Cluster-Client-IP",
        "True-Client-IP", "CF-Connecting-IP", "Fastly-Client-IP", "X-Azure-ClientIP",
        "X-Envoy-External-Address", "Via",
    ]

    /// True if the client may be told to use only TLS for the request's host in future.
    ///
    /// It is false for `localhost`, where the rule would apply to every server on any of its ports,
    /// and for numeric addresses, for which it has no meaning (RFC 6797 §8.1.1).
    static func isStrict(for request: Request) -> Bool {
        !HostName(request.authority).isOfAnyMachine
    }
}
