// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints

/// Lists routes, sorted by number unless the call asks for another order.
public struct ListRoutes: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /node/scity_route"
    /// The name of the endpoint: `list`.
    public static let name = "list"
    /// JSON:API only.
    public static let formats = Routes.formats
    /// The description of the endpoint.
    public static let about = About(
        "Lists routes.",
        detail: "A page holds at most 50 routes.",
        tags: ["routes"]
    )
    /// The routes of the page.
    public typealias Output = [HikingRoute]

    /// The exact title of the routes to list.
    @Query public var title: String?
    /// The language in which the texts of the listed routes are written.
    @Query public var language: String?
    /// The number, within the content management system, of the route to list.
    @Query public var number: Int?
    /// The relationships to include: paths separated by commas.
    @Query public var include: String?
    /// The order; by number by default.
    @Query public var sort: Order?
    /// The number of routes to skip; 0 by default.
    @Query public var offset: Within<0, 1_000_000>?
    /// The greatest number of routes on the page; 50 by default.
    @Query public var limit: Within<1, 50>?

    private enum CodingKeys: String, CodingKey {
        case title = "filter[title]"
        case language = "filter[langcode]"
        case number = "filter[drupal_internal__nid]"
        case include, sort
        case offset = "page[offset]"
        case limit = "page[limit]"
    }

    /// The orders of routes; a leading hyphen reverses the order.
    public enum Order: String, Codable, Sendable, CaseIterable {
        /// By number, the smallest first.
        case number = "drupal_internal__nid"
        /// By number, the greatest first.
        case numberDescending = "-drupal_internal__nid"
        /// By title.
        case title
        /// By title, from the end of the alphabet.
        case titleDescending = "-title"
        /// By the time of creation, the oldest first.
        case created
        /// By the time of creation, the newest first.
        case createdDescending = "-created"
        /// By the time of the last change, the oldest first.
        case changed
        /// By the time of the last change, the newest first.
        case changedDescending = "-changed"
    }

    /// Creates a call.
    ///
    /// Parameters that are left out do not restrict the list. Set the filters as properties.
    ///
    /// - Parameters:
    ///   - include: The relationships to include: `field_route_category`, `field_route_nearby`.
    ///   - sort: The order; by number by default.
    ///   - offset: The number of routes to skip; 0 by default.
    ///   - limit: The greatest number of routes on the page, from 1 to 50; 50 by default.
    public init(
        include: IncludePaths? = nil,
        sort: Order? = nil,
        offset: Within<0, 1_000_000>? = nil,
        limit: Within<1, 50>? = nil
    ) {
        title = nil
        language = nil
        number = nil
        self.include = include?.query
        self.sort = sort
        self.offset = offset
        self.limit = limit
    }
}

/// Shows one route.
public struct ShowRoute: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /node/scity_route/{id}"
    /// The name of the endpoint: `show`.
    public static let name = "show"
    /// JSON:API only.
    public static let formats = Routes.formats
    /// The description of the endpoint.
    public static let about = About("Shows one route.", tags: ["routes"])
    /// The route.
    public typealias Output = HikingRoute

    /// The identity of the route, a UUID.
    @Path public var id: String
    /// The relationships to include: paths separated by commas.
    @Query public var include: String?

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - id: The identity of the route.
    ///   - include: The relationships to include: `field_route_category`, `field_route_nearby`.
    public init(id: String, include: IncludePaths? = nil) {
        self.id = id
        self.include = include?.query
    }
}
