// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// The media type rules of JSON:API 1.1, "Content Negotiation", "Server Responsibilities".
enum ResourceNegotiation {
    /// Refuses content that is not JSON:API, or whose type has parameters other than `profile`.
    ///
    /// No extensions are supported, so `ext` must be empty; unknown profiles are ignored.
    static func checkContent(_ request: Request) throws(ResourceError) {
        guard let type = request.fields[.contentType].flatMap({ MediaType($0) }),
            type.hasSameEssence(as: .jsonAPI)
        else {
            throw refusal(
                .unsupportedMediaType,
                Language.words(
                    "Expected content of the type \(MediaType.jsonAPI).",
                    es: "Se esperaba contenido del tipo \(MediaType.jsonAPI)."
                ),
                "Content-Type"
            )
        }
        if let flaw = flaw(inContentType: type) {
            let detail = Language.words(flaw.english, es: flaw.spanish)
            throw refusal(.unsupportedMediaType, detail, "Content-Type")
        }
    }

    /// Returns the fault in a JSON:API media type of content; `nil` when the type is supported.
    static func flaw(inContentType type: MediaType) -> (english: String, spanish: String)? {
        let other = type.parameters.first { $0.name != "ext" && $0.name != "profile" }
        if let other {
            return (
                "The parameter \(other.name) of the media type is not understood.",
                "No se entiende el parámetro \(other.name) del tipo de contenido."
            )
        }
        guard let uris = type.parameters["ext"], !uris.isEmpty else { return nil }
        return ("No extension is understood.", "No se entiende ninguna extensión.")
    }

    /// Returns the media ranges of a request, adapted to answers without profiles or extensions.
    ///
    /// A JSON:API range with an extension or an unknown parameter is replaced by `nothing`.
    static func ranges(of request: Request) -> Accept {
        Accept(
            Accept(request.fields).ranges.map { range in
                guard isOwn(range) else { return range }
                var parameters = range.parameters
                parameters["profile"] = nil
                if parameters["ext"]?.isEmpty == true { parameters["ext"] = nil }
                return parameters.isEmpty ? plain(range, parameters) : nothing ?? range
            }
        )
    }

    /// Returns the media ranges of a request, adapted to problems, which every JSON:API client can
    /// read.
    static func rangesForProblems(of request: Request) -> Accept {
        Accept(
            Accept(request.fields).ranges.map { isOwn($0) ? plain($0, FieldParameters()) : $0 }
        )
    }

    /// True if a request states no preference in Accept but itself sends JSON:API.
    static func isTacit(_ request: Request) -> Bool {
        let accept = request.fields[.accept]
        guard accept == nil || accept == "*/*", let type = request.fields[.contentType] else {
            return false
        }
        return MediaType(type)?.hasSameEssence(as: .jsonAPI) == true
    }

    private static func isOwn(_ range: MediaRange) -> Bool {
        range.type == "application" && range.subtype == "vnd.api+json"
    }

    /// A range that matches nothing.
    private static let nothing = MediaRange("application/vnd.api+json-with-parameters")

    private static func plain(_ range: MediaRange, _ parameters: FieldParameters) -> MediaRange {
        var type = MediaType.jsonAPI
        type.parameters = parameters
        return MediaRange(type, quality: range.quality)
    }

    /// Returns the media type of an answer: JSON:API, or JSON for clients that accept JSON, but
    /// neither JSON:API nor a range that includes it.
    ///
    /// A JSON:API document is also JSON, so clients that do not know JSON:API can still parse it.
    static func answerType(for request: Request) -> MediaType {
        isPlainJSON(request) ? .json : .jsonAPI
    }

    private static func isPlainJSON(_ request: Request) -> Bool {
        guard request.fields.contains(.accept) else { return false }
        let ranges = Accept(request.fields).ranges.filter { $0.quality > .none }
        return ranges.contains { $0.type == "application" && $0.subtype == "json" }
            && !ranges.contains { isOwn($0) || $0.subtype == "*" }
    }

    /// Refuses a request that accepts no form of JSON:API that this server can send.
    static func checkAccept(_ request: Request) throws(ResourceError) {
        guard request.fields.contains(.accept) else { return }
        let ranges = Accept(request.fields).ranges.filter { $0.quality > .none }
        let own = ranges.filter { $0.type == "application" && $0.subtype == "vnd.api+json" }
        // A JSON:API range with parameters other than `ext` and `profile` is ignored; if all
        // JSON:API ranges have such parameters, JSON:API is not accepted.
        let plain = own.filter { range in
            range.parameters.allSatisfy { $0.name == "ext" || $0.name == "profile" }
        }
        if plain.contains(where: { ($0.parameters["ext"] ?? "").isEmpty }) { return }
        let takesAny = ranges.contains {
            $0.subtype == "*" && ($0.type == "*" || $0.type == "application")
        }
        if isPlainJSON(request) { return }
        guard own.isEmpty, takesAny || ranges.isEmpty else {
            throw refusal(
                .notAcceptable,
                Language.words(
                    "Answers are \(MediaType.jsonAPI) without extensions and other parameters.",
                    es:
                        "Las respuestas son \(MediaType.jsonAPI) sin extensiones ni otros parámetros."
                ),
                "Accept"
            )
        }
    }

    private static func refusal(
        _ status: Status,
        _ detail: String,
        _ header: String
    ) -> ResourceError {
        ResourceError(status, detail, source: .init(header: header))
    }
}
