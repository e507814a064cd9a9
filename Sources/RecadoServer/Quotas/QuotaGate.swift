// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// Lets those requests through that are within a client's quota: step 4 of the pipeline.
final class QuotaGate: Sendable {
    private let quota: Quota
    private let isLocal: Bool
    private let ledger: any QuotaLedger
    /// What the requests are counted for.
    private let subject: String
    private let policy: String

    init(_ quota: Quota, for subject: String, in ledger: any QuotaLedger) {
        self.quota = quota
        self.subject = subject
        self.ledger = ledger
        isLocal = ledger is MemoryQuotaLedger
        policy = "\"default\";q=\(quota.requests);w=\(quota.period.wholeSeconds)"
    }

    /// Counts a request.
    ///
    /// - Returns: What the client has left; `nil` when nobody can tell, for a ledger that cannot be
    ///   reached must not keep everybody out.
    func take(_ request: Request) async -> QuotaStanding? {
        let client = "\(subject)\n\(Self.network(of: request.peer))"
        return try? await uncancelled(isLocal: isLocal) { [ledger, quota] in
            try await ledger.take(client, quota)
        }
    }

    /// Lets a request through that was granted.
    ///
    /// - Throws: 429 when nothing is left.
    func check(_ standing: QuotaStanding) throws(ProblemDetails) {
        guard !standing.isGranted else { return }
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

    /// Fields that tell a client what it has left.
    func fields(for standing: QuotaStanding) -> Fields {
        [
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
