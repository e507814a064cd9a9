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
        let fields: Fields = [
            .contentType: "application/problem+json",
            .contentTypeOptions: "nosniff",
            .cacheControl: "no-store",
        ]
        // Details hold texts and numbers alone; should one resist, the status says enough.
        let content = (try? JSON().encode(details)) ?? []
        return Response(status: details.status, fields: fields, content: Content(content))
    }
}
