// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP

/// The rules of JSON:API 1.1 for media types, "Content Negotiation", "Server Responsibilities".
enum ResourceNegotiation {
    /// Refuses content of another media type, and parameters other than `ext` and `profile`.
    ///
    /// No extension is understood, so that `ext` is refused, too; profiles that are unknown are ignored.
    static func checkContent(_ request: Request) throws(ResourceRefusal) {
        guard let type = request.fields[.contentType].flatMap({ MediaType($0) }),
            type.hasSameEssence(as: .jsonAPI)
        else {
            throw refusal(
                .unsupportedMediaType,
                "Expected content of the type \(MediaType.jsonAPI).",
                "Content-Type"
            )
        }
        let other = type.parameters.first { $0.name != "ext" && $0.name != "profile" }
        if let other {
            throw refusal(
                .unsupportedMediaType,
                "The parameter \(other.name) of the media type is not understood.",
                "Content-Type"
            )
        }
        if let uris = type.parameters["ext"], !uris.isEmpty {
            throw refusal(
                .unsupportedMediaType,
                "No extension is understood.",
                "Content-Type"
            )
        }
    }

    /// Refuses a request that accepts JSON:API in no form that can be sent.
    static func checkAccept(_ request: Request) throws(ResourceRefusal) {
        guard request.fields.contains(.accept) else { return }
        let ranges = Accept(request.fields).ranges.filter { $0.quality > .none }
        let own = ranges.filter { $0.type == "application" && $0.subtype == "vnd.api+json" }
        // An instance with other parameters is ignored; if there is no other one, there is none at all.
        let plain = own.filter { range in
            range.parameters.allSatisfy { $0.name == "ext" || $0.name == "profile" }
        }
        if plain.contains(where: { ($0.parameters["ext"] ?? "").isEmpty }) { return }
        let takesAny = ranges.contains {
            $0.subtype == "*" && ($0.type == "*" || $0.type == "application")
        }
        guard own.isEmpty, takesAny || ranges.isEmpty else {
            throw refusal(
                .notAcceptable,
                "Answers are \(MediaType.jsonAPI) without extensions and other parameters.",
                "Accept"
            )
        }
    }

    private static func refusal(
        _ status: Status,
        _ detail: String,
        _ header: String
    ) -> ResourceRefusal {
        ResourceRefusal(status, detail, source: .init(header: header))
    }
}
