// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP

/// A problem on its way to the client.
struct ProblemResponse {
    private let details: ProblemDetails

    /// A problem, with the members that its service adds to each.
    init(_ details: ProblemDetails, members: (@Sendable (ProblemDetails) -> Value.Object)?) {
        var details = details
        for (name, value) in members?(details) ?? [:] { details.extensions[name] = value }
        self.details = details
    }

    /// The problem as content of type `application/problem+json` (RFC 9457 §3).
    ///
    /// An answer to one client about one request is of no use to another: it is not stored.
    var response: Response {
        var fields: Fields = [
            .contentType: "application/problem+json",
            .contentTypeOptions: "nosniff",
            .cacheControl: "no-store",
        ]
        // RFC 9110 §10.2.3: whole seconds, rather too many than too few.
        if let wait = details.retryAfter { fields[.retryAfter] = "\(wait.wholeSeconds)" }
        // Details hold texts and numbers alone; should one resist, the status says enough.
        let content = (try? JSON().encode(details)) ?? []
        return Response(status: details.status, fields: fields, content: Content(content))
    }
}

extension Duration {
    /// The seconds, rounded up; none for a duration below zero.
    fileprivate var wholeSeconds: Int64 {
        guard self > .zero else { return 0 }
        let hasFraction = components.attoseconds > 0 && components.seconds < .max
        return components.seconds + (hasFraction ? 1 : 0)
    }
}
