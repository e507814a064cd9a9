// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The sender of a request and its repetitions, identified by the first case below that applies.
enum IdempotencySender: CustomStringConvertible {
    /// The account of an authenticated caller, who may use different credentials for each request.
    case account(String)
    /// The account that the credentials name, if the authenticated caller states no account.
    case claimed(String)
    /// The credentials, as they appear in header fields.
    case credentials([String])
    /// The fingerprint of the connection's client certificate.
    case certificate(String)
    /// The network of a sender without credentials.
    case network(String)

    /// Identifies the sender of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - caller: The caller that the service has identified.
    init<C: Caller>(of request: Request, _ caller: C) {
        if let account = caller.account {
            self = .account(account)
        } else if let credentials = C.Credentials(request: request) {
            self = Self(of: request, provedBy: credentials)
        } else {
            self = Self(of: request)
        }
    }

    private init(of request: Request, provedBy credentials: some CallerCredentials) {
        if let account = credentials.account {
            self = .claimed(account)
            return
        }
        var written = Request(
            method: .get,
            scheme: request.scheme,
            authority: request.authority,
            target: "/",
            peer: request.peer
        )
        credentials.write(to: &written)
        let fields = written.fields.map { "\($0.name): \($0.value)" }
        self = fields.isEmpty ? Self(of: request) : .credentials(fields)
    }

    private init(of request: Request) {
        if let certificate = request.peer?.certificate {
            self = .certificate(Base64.encode(certificate.fingerprint))
        } else if let authorization = request.fields[.authorization] {
            self = .credentials([authorization])
        } else {
            self = .network(request.peer?.network ?? "")
        }
    }

    /// A text that differs for each sender.
    var description: String {
        switch self {
        case .account(let name): "account \(name)"
        case .claimed(let name): "claimed \(name)"
        case .credentials(let fields): "credentials \(fields.joined(separator: "\n"))"
        case .certificate(let fingerprint): "certificate \(fingerprint)"
        case .network(let network): "network \(network)"
        }
    }
}
