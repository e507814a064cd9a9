// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// The list of services that programs read at `/`.
struct ServiceList: Encodable {
    /// The services, in the order of the home page.
    let services: [Entry]

    /// A service in the list.
    struct Entry: Encodable {
        let name: String
        let title: String
        let version: String
        let about: String
        /// The base URL of the service's endpoints.
        let url: String
        /// The URL of the service's OpenAPI document.
        let openapi: String
        /// The URL of the service's documentation.
        let documentation: String
    }

    /// Creates the list of the services on a home page.
    init(_ page: HomePage) {
        services = page.services.map { service in
            let api = service.api
            return Entry(
                name: api.name,
                title: api.title,
                version: api.version,
                about: api.about,
                url: page.publicURL + api.prefix,
                openapi: page.publicURL + api.documentPath,
                documentation: page.publicURL + api.documentationPath
            )
        }
    }

    /// The response with the list.
    var response: Response {
        var json = JSON()
        json.isPretty = true
        return Response(
            status: .ok,
            fields: [
                .contentType: MediaType.json.description, .contentTypeOptions: "nosniff",
                .cacheControl: "no-cache", .vary: "Accept",
            ],
            // Encoding should not fail for strings; if it does, the answer is an empty object.
            content: Content(((try? json.encode(self)) ?? Array("{}".utf8)) + [0x0A])
        )
    }
}
