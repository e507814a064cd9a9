// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

extension Diagnosis {
    /// The number of days before expiry within which the report contains a hint about a
    /// certificate, so that there is time to renew it.
    private static let renewalDays = 14
    /// The difference between the clocks of server and client, in seconds, above which servers tend
    /// to refuse signatures and tokens.
    private static let skewLimit = 300

    /// Adds the hints that follow from an error and from the other findings.
    mutating func addHints(_ error: TransportError?) {
        if let error { hints += Self.hints(for: error) }
        if let status { hints += Self.hints(for: status) }
        if pageTitle != nil {
            hints.append(
                "a page of HTML answers; where JSON was expected, it is perhaps that of a login, of a "
                    + "proxy, or of a network that wants to be asked first"
            )
        }
        for certificate in certificates {
            guard let days = certificate.daysLeft, days < Self.renewalDays else { continue }
            let state = days < 0 ? "has expired" : "expires in \(days) days"
            hints.append("the certificate of \(certificate.subject) \(state)")
        }
        if let clockSkew, clockSkew.magnitude > Self.skewLimit {
            hints.append(
                "the clocks differ by \(clockSkew.magnitude) s: certificates, tokens and caches go by them"
            )
        }
    }

    private static func hints(for error: TransportError) -> [String] {
        switch error.kind {
        case .cannotResolve:
            [
                "no address is known for the name: a slip in it, or a machine without a working resolver"
            ]
        case .cannotConnect:
            [
                "nothing takes connections there: a server that is not running, another port, or a firewall"
            ]
        case .timedOut(.connecting):
            ["the address does not answer: a firewall that says nothing, another port, or no route"]
        case .timedOut(.sending): ["the server stopped reading the request"]
        case .timedOut(.waiting): ["the server took the request and is still silent"]
        case .timedOut(.receiving): ["the server began to answer and stopped"]
        case .connectionLost:
            ["the other end closed the connection: a server that failed, or something on the way"]
        case .tls: [tlsHint(error.detail)]
        case .protocolViolation:
            ["what answers speaks no HTTP: another service, or one that wants https"]
        case .cleartext:
            [
                "http to other machines is off: use https, or name the host in the layer's cleartext policy"
            ]
        case .redirectRefused: ["the redirects lead to no answer, or from https to http"]
        case .undecodable: ["the content is not in the coding that its fields name"]
        case .unauthenticated: ["no credentials could be had"]
        case .cancelled, .released, .invalidRequest, .contentFailed, .notReplayable, .tooLarge,
            .failed:
            []
        }
    }

    /// Explains a TLS library's error message in plain words.
    private static func tlsHint(_ detail: String) -> String {
        let text = detail.lowercased()
        let meanings: [(parts: [String], meaning: String)] = [
            (
                ["pinned"],
                "none of the certificates has a pinned key: the error names the pins that it has"
            ),
            (
                ["expired"],
                "a certificate has expired: the server needs another one, or this clock is wrong"
            ),
            (["not yet valid"], "a certificate is not valid yet: this clock is perhaps wrong"),
            (
                ["self-signed", "self signed"],
                "nobody known has signed the certificate: trust its authority, or let one sign it"
            ),
            (
                ["local issuer", "issuer certificate", "unknown ca", "unknown authority"],
                "the authority is not known: trust it, or let the server send the ones in between"
            ),
            (
                ["subject name", "does not match", "mismatch", "hostname"],
                "the certificate is for another host: a slip in the name, or the wrong server"
            ),
            (
                ["wrong version", "packet length", "record layer"],
                "the port speaks no TLS: it is perhaps one for http"
            ),
            (
                ["protocol version", "unsupported protocol"],
                "both ends share no version of TLS; here it is 1.2 at least"
            ),
            (
                ["certificate required", "handshake failure"],
                "the server refuses: it perhaps wants a certificate of the client's"
            ),
        ]
        let found = meanings.first { $0.parts.contains { text.contains($0) } }
        return found?.meaning ?? "the connection could not be secured"
    }

    private static func hints(for status: Int) -> [String] {
        switch status {
        case 401: ["the server wants to know who calls: give the client credentials"]
        case 403: ["the caller may not do this, or the address is blocked"]
        case 404: ["the server knows no such path: compare the base of the client with it"]
        case 407: ["the proxy wants to know who calls"]
        case 429: ["too many requests: see Retry-After, and the layer for rates"]
        case 502, 503, 504: ["a gateway answers, and the service behind it does not"]
        case 500...: ["the server failed"]
        default: []
        }
    }
}
