// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension Application {
    /// Adds the routes at which a service answers SOAP.
    static func addSOAP(
        of service: Service,
        over pipelines: [String: any EndpointHandler],
        to router: inout Router<any EndpointHandler>
    ) throws(InvalidServicesError) {
        for binding in service.api.soap {
            let publication: SOAPPublication
            do throws(UndescribedType) {
                publication = try SOAPPublication(of: service.api, binding, over: pipelines)
            } catch {
                // This is unreachable, because check() has already described the endpoints.
                let finding = Service.Finding(endpoint: binding.path, message: error.reason)
                throw InvalidServicesError(findings: [finding])
            }
            for (route, handler) in publication.handlers {
                let target = handler.negotiating(for: service).inside(service.middleware)
                router.add(target, method: route.method, path: prefix(of: service) + route.segments)
            }
        }
    }

    /// Returns the path segments that begin every route of a service.
    static func prefix(of service: Service) -> [Route.Segment] {
        Route("GET \(service.api.prefix.isEmpty ? "/" : service.api.prefix)").segments
            .filter { $0 != .literal("") }
    }
}
