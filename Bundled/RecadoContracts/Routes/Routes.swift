// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Recado

/// The routes of a town as resources of JSON:API, at the addresses of the course's content management system.
public enum Routes: Sendable {
    /// The service as its callers see it.
    public static let api = API(
        name: "routes",
        title: "Rutas",
        version: "1.0.0",
        prefix: "/es/jsonapi",
        about: "Routes through a town and their categories, as JSON:API 1.1.",
        endpoints: []
    )

    /// The path of the routes below the service's prefix.
    public static let routes = "/node/scity_route"

    /// The path of their categories below the service's prefix.
    public static let categories = "/taxonomy_term/route_category"
}
