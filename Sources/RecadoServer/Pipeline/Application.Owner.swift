// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

extension Application {
    /// The properties of a service that are needed to answer requests for unknown paths below its
    /// prefix; a class, because requests look it up and would copy each property.
    final class Owner: Sendable {
        let prefix: String
        let problemMembers: @Sendable (ProblemDetails) -> Value.Object
        /// The formats in which at least one of the service's endpoints answers.
        let formats: [Format]
        let crossOrigin: CrossOriginRules
        /// The file extensions of paths that select a format.
        let endings: [String]
        let problemView: (@Sendable (ProblemDetails) -> HTML.Page)?
        let languages: LanguageChoice?
        let rawHandler: (any RawHandler)?
        let compatibility: (any Service.Compatibility)?

        init(_ service: Service) {
            rawHandler = service.rawHandler?.rawHandler
            compatibility = service.compatibility
            crossOrigin = CrossOriginRules(service.crossOrigin)
            prefix = service.api.prefix
            problemMembers = service.problemMembers
            formats = service.api.endpoints.flatMap { $0.responseFormats }
                .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            endings = formats.map(\.pathExtension) + (service.hasViews ? ["html"] : [])
            problemView = service.problemView
            languages = LanguageChoice(service.languages)
        }

        /// True if the path of a request is the prefix or below it and, for a service with a raw
        /// handler, the raw handler claims the path.
        func owns(_ request: Request) -> Bool {
            let (target, start) = (request.target.utf8Span.span, prefix.utf8Span.span)
            guard target.count >= start.count else { return false }
            for index in start.indices where target[index] != start[index] { return false }
            guard
                target.count == start.count
                    || target[start.count] == UInt8(ascii: "/")
                    || target[start.count] == UInt8(ascii: "?")
            else { return false }
            return rawHandler?.owns(request.path) ?? true
        }
    }
}
