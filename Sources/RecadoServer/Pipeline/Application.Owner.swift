// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

extension Application {
    /// The properties of a service that concern its unknown paths.
    struct Owner: Sendable {
        let prefix: String
        let problemMembers: @Sendable (ProblemDetails) -> Value.Object
        /// The formats that at least one of its endpoints answers in.
        let formats: [Format]
        let crossOrigin: CrossOriginRules
        /// The endings of paths that select a format.
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
            formats = service.api.endpoints.flatMap { $0.answerFormats }
                .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            endings = formats.map(\.pathExtension) + (service.hasViews ? ["html"] : [])
            problemView = service.problemView
            languages = LanguageChoice(service.languages)
        }

        /// True if a path is the prefix or is below it, and is not left to others.
        func owns(_ path: Substring) -> Bool {
            guard path.utf8.starts(with: prefix.utf8) else { return false }
            let rest = path.utf8.dropFirst(prefix.utf8.count)
            guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return false }
            return rawHandler?.owns(path) ?? true
        }
    }
}
