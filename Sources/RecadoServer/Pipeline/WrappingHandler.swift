// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A handler that wraps another one, and forwards all requirements to it by default.
protocol WrappingHandler: EndpointHandler {
    var base: any EndpointHandler { get }
}

extension WrappingHandler {
    var template: String { base.template }
    var endpoint: (any Endpoint.Type)? { base.endpoint }
    var heedsPreconditions: Bool { base.heedsPreconditions }
    var endings: [String] { base.endings }
    var bypassesLoadShedding: Bool { base.bypassesLoadShedding }
    var representation: Representation? { base.representation }

    func refuse(
        _ problem: () -> ProblemDetails,
        answering request: Request,
        _ match: RouteMatch
    ) -> Response? {
        base.refuse(problem, answering: request, match)
    }

    func methods(_ match: RouteMatch) -> [Method]? { base.methods(match) }
}
