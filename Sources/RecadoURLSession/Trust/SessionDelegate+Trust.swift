// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Dispatch
import Foundation
import RecadoTransport
import Security

extension SessionDelegate {
    /// The closure that passes the answer to a challenge to the session.
    typealias Completion = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

    /// Answers a session's challenge about a connection, before a request is sent over it.
    func answer(
        _ challenge: URLAuthenticationChallenge,
        _ complete: @escaping Completion
    ) {
        let space = challenge.protectionSpace
        // The options apply only to hosts; the system decides about proxies.
        if space.isProxy() { return complete(.performDefaultHandling, nil) }
        let address = HostAddress(host: space.host, port: space.port)
        let rule = rules[address]
        switch space.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust where rule.isOrdinary:
            complete(.performDefaultHandling, nil)
        case NSURLAuthenticationMethodServerTrust:
            // The check may wait for a server; here it does not delay the session's other tasks.
            DispatchQueue.global().async { [rejected] in
                guard let trust = challenge.protectionSpace.serverTrust else {
                    rejected.note("the host presented no certificate", of: address)
                    return complete(.cancelAuthenticationChallenge, nil)
                }
                let reason = ServerTrustCheck(trust, by: rule, of: address).rejection()
                rejected.note(reason, of: address)
                if reason == nil {
                    complete(.useCredential, URLCredential(trust: trust))
                } else {
                    complete(.cancelAuthenticationChallenge, nil)
                }
            }
        case NSURLAuthenticationMethodClientCertificate:
            do {
                // With a credential of `nil`, the host is told that there is no client certificate.
                complete(.useCredential, try rule.clientCredential())
            } catch {
                rejected.note(error.reason, of: address)
                complete(.cancelAuthenticationChallenge, nil)
            }
        default:
            // Middleware above the transport handles passwords.
            complete(.performDefaultHandling, nil)
        }
    }
}
#endif
