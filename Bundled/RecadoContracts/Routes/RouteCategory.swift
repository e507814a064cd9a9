// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// A kind of route.
public struct RouteCategory: Resource, Hashable {
    /// The name of the type.
    public static let resourceType = "taxonomy_term--route_category"

    /// The identity, a UUID.
    public var id: String
    /// The number within the content management system.
    public var number: Int
    /// The language of the name.
    public var language: String
    /// The name.
    public var name: String
    /// The position among the other categories; smaller weights come first.
    public var weight: Int

    private enum CodingKeys: String, CodingKey {
        case id
        case number = "drupal_internal__tid"
        case language = "langcode"
        case name, weight
    }

    /// Creates a kind of route.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - number: The number within the content management system.
    ///   - name: The name.
    ///   - weight: The position among the other categories; smaller weights come first.
    public init(id: String, number: Int, name: String, weight: Int = 0) {
        self.id = id
        self.number = number
        language = "es"
        self.name = name
        self.weight = weight
    }
}
