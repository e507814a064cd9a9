// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// A route through a town or its surroundings, with the attributes of a content management system.
///
/// See ``Routes``.
public struct HikingRoute: Resource, Equatable {
    /// The name of the type.
    public static let resourceType = "node--scity_route"

    /// The identity, a UUID.
    public var id: String
    /// The number within the content management system.
    public var number: Int
    /// The language of the texts.
    public var language: String
    /// The title.
    public var title: String
    /// The time of creation, with the offset from UTC.
    public var created: String
    /// The time of the last change, with the offset from UTC.
    public var changed: String
    /// The path of the route's web page.
    public var path: Path
    /// The description of the route.
    public var body: Body?
    /// The length in metres.
    public var length: Int?
    /// The category.
    public var category: ToOne<RouteCategory>
    /// The routes that begin nearby.
    public var nearby: ToMany<HikingRoute>

    private enum CodingKeys: String, CodingKey {
        case id
        case number = "drupal_internal__nid"
        case language = "langcode"
        case title, created, changed, path, body
        case length = "field_route_length"
        case category = "field_route_category"
        case nearby = "field_route_nearby"
    }

    /// The path of a web page.
    public struct Path: Codable, Sendable, Hashable {
        /// The readable path.
        public var alias: String?
        /// The number of the alias.
        public var pid: Int?
        /// The language of the alias.
        public var langcode: String
    }

    /// A text and its markup.
    public struct Body: Codable, Sendable, Hashable {
        /// The text as it was entered; it ends with a line break.
        public var value: String
        /// The name of the markup format.
        public var format: String
        /// The text as HTML.
        public var processed: String
        /// A shorter text, which may be empty.
        public var summary: String
    }

    /// True if two routes have the same identity, attributes and relationships.
    public static func == (one: HikingRoute, other: HikingRoute) -> Bool {
        one.id == other.id && one.number == other.number && one.title == other.title
            && one.created == other.created && one.changed == other.changed
            && one.path == other.path && one.body == other.body && one.length == other.length
            && one.category.identifier == other.category.identifier
            && one.nearby.identifiers == other.nearby.identifiers
    }
}

extension HikingRoute {
    /// Creates a route.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - number: The number within the content management system.
    ///   - title: The title.
    ///   - text: The description, as plain text.
    ///   - length: The length in metres.
    ///   - created: The time of creation.
    public init(
        id: String,
        number: Int,
        title: String,
        text: String,
        length: Int?,
        created: String
    ) {
        self.id = id
        self.number = number
        language = "es"
        self.title = title
        self.created = created
        changed = created
        path = Path(alias: "/rutas/\(number)", pid: number + 100, langcode: "es")
        body = Body(
            value: "<p>\(text)</p>\r\n",
            format: "basic_html",
            processed: "<p>\(text)</p>",
            summary: ""
        )
        self.length = length
        category = ToOne(.empty)
        nearby = ToMany([])
    }
}
