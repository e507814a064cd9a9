// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
public import RecadoEndpoints
import RecadoHTTP

/// The implementation of the routes: a fixed list, with the paths and the behavior of a server with
/// Drupal, a content management system.
///
/// The paths are those of the example in the manual of SDOSAlamofire, a library of typed response
/// serializers.
///
/// ```swift
/// let routes = RoutesService(publicBase: "http://127.0.0.1:8080")
/// let application = try Application([routes.service])
/// ```
///
/// The endpoints of the declaration define the parameters. Pages hold at most 50 routes; larger
/// limits are reduced. In the `self` link of a document, the parameters are sorted by name; in the
/// link to the next page, they have the order of the request.
public struct RoutesService: Sendable {
    private let publicBase: String

    /// Creates the service.
    ///
    /// - Parameter publicBase: The address before the paths in links, such as
    ///   `http://127.0.0.1:8080`.
    public init(publicBase: String) {
        self.publicBase = publicBase
    }

    /// The collections with their handlers.
    public var service: Service {
        var service = Service(Routes.api)
        var routes = ResourceCollection(
            HikingRoute.self,
            listedBy: ListRoutes.self,
            in: RouteStorage(routes: RouteSeeds.routes)
        )
        routes.toOne("field_route_category", \.category)
        routes.toMany("field_route_nearby", \.nearby)
        adopt(&routes)
        service.serve(routes)
        var categories = ResourceCollection(
            RouteCategory.self,
            listedBy: ListRouteCategories.self,
            in: RouteCategoryStorage(categories: RouteSeeds.categories)
        )
        adopt(&categories)
        service.serve(categories)
        return service
    }

    /// Configures a collection to behave as on a Drupal server.
    private func adopt<Model: Resource>(_ collection: inout ResourceCollection<Model>) {
        let base = publicBase
        collection.pageSize = collection.pageLimit
        collection.takesConditions = true
        collection.isReadOnly = true
        collection.linkBase = base
        collection.implementation = [
            "version": "1.1",
            "meta": ["links": ["self": ["href": "http://jsonapi.org/format/1.1/"]]],
        ]
        collection.refusalLinks = { target, status in
            var links = JSONAPI.Links()
            links["via"] = JSONAPI.Link(base + target)
            links["info"] = JSONAPI.Link(
                "https://www.rfc-editor.org/rfc/rfc9110#status.\(status.code)"
            )
            return links
        }
    }
}
