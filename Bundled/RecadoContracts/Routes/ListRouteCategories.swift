// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// Lists the categories of routes, sorted by weight unless the call asks for another order.
public struct ListRouteCategories: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /taxonomy_term/route_category"
    /// The name of the endpoint: `categories`.
    public static let name = "categories"
    /// JSON:API only.
    public static let formats = Routes.formats
    /// The description of the endpoint.
    public static let about = About(
        "Lists the categories of routes.",
        detail: "A page holds at most 50 categories.",
        tags: ["categories"]
    )
    /// The categories of the page.
    public typealias Output = [RouteCategory]

    /// The exact name of the categories to list.
    @Query public var categoryName: String?
    /// The order; by weight by default.
    @Query public var sort: Order?
    /// The number of categories to skip; 0 by default.
    @Query public var offset: Within<0, 1_000_000>?
    /// The greatest number of categories on the page; 50 by default.
    @Query public var limit: Within<1, 50>?

    private enum CodingKeys: String, CodingKey {
        case categoryName = "filter[name]"
        case sort
        case offset = "page[offset]"
        case limit = "page[limit]"
    }

    /// The orders of categories; a leading hyphen reverses the order.
    public enum Order: String, Codable, Sendable, CaseIterable {
        /// By weight, the lightest first.
        case weight
        /// By weight, the heaviest first.
        case weightDescending = "-weight"
        /// By name.
        case name
        /// By name, from the end of the alphabet.
        case nameDescending = "-name"
    }

    /// Creates a call.
    ///
    /// Parameters that are left out do not restrict the list. Set the filter as a property.
    ///
    /// - Parameters:
    ///   - sort: The order; by weight by default.
    ///   - offset: The number of categories to skip; 0 by default.
    ///   - limit: The greatest number of categories on the page, from 1 to 50; 50 by default.
    public init(
        sort: Order? = nil,
        offset: Within<0, 1_000_000>? = nil,
        limit: Within<1, 50>? = nil
    ) {
        categoryName = nil
        self.sort = sort
        self.offset = offset
        self.limit = limit
    }
}

/// Shows one category of routes.
public struct ShowRouteCategory: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /taxonomy_term/route_category/{id}"
    /// The name of the endpoint: `category`.
    public static let name = "category"
    /// JSON:API only.
    public static let formats = Routes.formats
    /// The description of the endpoint.
    public static let about = About("Shows one category of routes.", tags: ["categories"])
    /// The category.
    public typealias Output = RouteCategory

    /// The identity of the category, a UUID.
    @Path public var id: String

    /// Creates a call.
    ///
    /// - Parameter id: The identity of the category.
    public init(id: String) {
        self.id = id
    }
}
