// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A wrapper that chooses language and format by means other than the path.
///
/// It is used only for services that declare languages or a `Compatibility`, or that accept the
/// parameter `format`. Requests to other services do not pass through it.
struct NegotiatingHandler: WrappingHandler {
    let base: any EndpointHandler
    private let languages: LanguageChoice?
    private let takesFormatParameter: Bool
    private let compatibility: (any Service.Compatibility)?

    /// Wraps a handler; `nil` if its service has nothing to choose.
    init?(_ base: any EndpointHandler, of service: Service) {
        languages = LanguageChoice(service.languages)
        takesFormatParameter = service.takesFormatParameter
        compatibility = service.compatibility
        guard languages != nil || takesFormatParameter || compatibility != nil else { return nil }
        self.base = base
    }

    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse {
        let match = negotiated(match, for: request)
        guard let languages else { return base.respond(to: request, match, in: context) }
        return languages.answer(request) { base.respond(to: request, match, in: context) }
    }

    func refuse(
        _ problem: () -> ProblemDetails,
        answering request: Request,
        _ match: RouteMatch
    ) -> Response? {
        let match = negotiated(match, for: request)
        guard let languages else { return base.refuse(problem, answering: request, match) }
        return languages.answer(request) {
            base.refuse(problem, answering: request, match) ?? Response(problem())
        }
    }

    private func negotiated(_ match: RouteMatch, for request: Request) -> RouteMatch {
        var match = match
        if takesFormatParameter, match.ending == nil { match.ending = request.formatParameter }
        if match.ending == nil, let ending = compatibility?.ending(for: request) {
            match.ending = ending[...]
        }
        return match
    }
}

extension EndpointHandler {
    /// Wraps the handler in a negotiating one; returns the handler itself if its service has
    /// nothing to choose.
    func negotiating(for service: Service) -> any EndpointHandler {
        NegotiatingHandler(self, of: service) ?? self
    }
}
