// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// Lets those requests through that are within a client's quota: step 4 of the pipeline.
final class QuotaGate: Sendable {
    private let quota: Quota
    private let ledger: any QuotaLedger
    /// What the requests are counted for.
    private let subject: String
    private let policy: String

    init(_ quota: Quota, for subject: String, in ledger: any QuotaLedger) {
        self.quota = quota
        self.subject = subject
        self.ledger = ledger
        policy = "\"default\";q=\(quota.requests);w=\(quota.period.wholeSeconds)"
    }

    /// Counts a request.
    ///
    /// - Returns: Fields that tell the client what it has left.
    /// - Throws: 429 when nothing is left.
    func admit(_ request: Request) async throws(ProblemDetails) -> Fields {
        let client = "\(subject)\n\(Self.network(of: request.peer))"
        // A ledger that cannot be reached must not keep everybody out.
        guard let standing = try? await ledger.take(client, quota) else { return [:] }
        guard standing.isGranted else {
            var problem = ProblemDetails(
                status: .tooManyRequests,
                detail: Language.words(
                    "At most \(quota.requests) requests in \(quota.period) are taken.",
                    es: "Se aceptan como mucho \(quota.requests) peticiones en \(quota.period)."
                )
            )
            problem.retryAfter = max(standing.wait, .seconds(1))
            throw problem
        }
        return [
            "RateLimit-Policy": policy,
            "RateLimit": "\"default\";r=\(standing.remaining);t=\(standing.wait.wholeSeconds)",
        ]
    }

    /// The address of a client; of IPv6 the network, for everybody has many addresses there.
    static func network(of peer: Peer?) -> String {
        guard let address = peer?.address, let parsed = InternetAddress(address) else {
            return peer?.address ?? ""
        }
        return "\(parsed.family) \(parsed.origin)"
    }
}
