// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// The routes of a town as JSON:API resources.
///
/// The paths and names are those of the content management system (Drupal) that one of the
/// exercises in `Documentation/Articles/course-exercises.md` calls.
public enum Routes: Sendable {
    /// The declaration of the service.
    public static let api = API(
        name: "routes",
        title: "Routes",
        version: "1.0.0",
        prefix: "/es/jsonapi",
        about: "Routes through a town and their categories, as JSON:API 1.1.",
        endpoints: [
            ListRoutes.self, ShowRoute.self, ListRouteCategories.self, ShowRouteCategory.self,
        ]
    )

    /// JSON:API only.
    public static let formats: [Format] = [.jsonAPI]
}
