// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A web service as its callers see it: a name and the endpoints.
///
/// ```swift
/// let api = API(
///     name: "videoclub", title: "Videoclub", version: "1.0.0",
///     endpoints: [ListFilms.self, RentFilm.self]
/// )
/// ```
///
/// OpenAPI documents, command-line clients and mock servers are generated from an API, without a
/// running server.
public struct API: Sendable {
    /// The name on the command line and in paths, such as `videoclub`.
    public let name: String
    /// The human-readable name of the service.
    public let title: String
    /// The version of the API, such as `1.0.0`.
    public let version: String
    /// The path before every route, such as `/videoclub`; empty for none.
    public let prefix: String
    /// The description of the service.
    public let about: String
    /// The endpoints, in the order in which OpenAPI documents list them.
    public let endpoints: [any Endpoint.Type]
    /// The addresses at which the service answers SOAP; none by default.
    public var soap: [SOAP.Binding] = []

    /// Creates the declaration of a service.
    ///
    /// - Parameters:
    ///   - name: The name on the command line.
    ///   - title: The human-readable name of the service.
    ///   - version: The version of the API.
    ///   - prefix: The path that comes before every route; a slash and the name by default.
    ///   - about: The description of the service.
    ///   - endpoints: The endpoints, in the order in which OpenAPI documents list them.
    public init(
        name: String,
        title: String,
        version: String,
        prefix: String? = nil,
        about: String = "",
        endpoints: [any Endpoint.Type]
    ) {
        self.name = name
        self.title = title
        self.version = version
        self.prefix = prefix ?? "/" + name
        self.about = about
        self.endpoints = endpoints
    }
}

extension API {
    /// The path of the OpenAPI document: `/videoclub/openapi.json`.
    public var documentPath: String { "/\(name)/openapi.json" }
    /// The path of the page about the service: `/videoclub/docs`.
    public var documentationPath: String { "/\(name)/docs" }
}
