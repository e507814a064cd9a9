// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP
public import RecadoServer

/// The pages about services: their endpoints, how to try them, and the meaning of problems.
///
/// ```swift
/// let documentation = Documentation(of: services, samples: ["id": "8"])
/// let application = try Application(services, pages: documentation.pages)
/// ```
///
/// | path | content |
/// |---|---|
/// | `/videoclub/docs` | every endpoint, to be read and tried |
/// | `/videoclub/openapi.json` | the OpenAPI 3.1 document |
/// | `/videoclub/problems/already-rented` | a failure that endpoints of the service declare |
/// | `/problems/not-found` | a problem that says no more than its status |
///
/// The pages tell what is declared and nothing else. Without them, the references of problems lead nowhere. A service's
/// own routes come first.
public struct Documentation: Sendable {
    private let shelf: DocumentationShelf

    /// Creates the pages about services; each is written when it is first asked for.
    ///
    /// - Parameters:
    ///   - services: The services; those without operations have no page.
    ///   - samples: Values for the inputs of examples and forms, by their names: `["id": "8"]`; none by default.
    public init(of services: [Service], samples: [String: String] = [:]) {
        shelf = DocumentationShelf(services.filter(\.hasOperations), samples)
    }

    /// The handlers of the pages, by path.
    public var pages: [String: any Handler] {
        var pages: [String: any Handler] = [:]
        for service in shelf.services {
            let api = service.api
            pages[api.documentPath] = page(.openAPI(service))
            pages[api.documentationPath] = page(.service(api.name))
            pages[api.problemPath + "/{code}"] = page(.failure(api.name))
        }
        pages[ProblemDetails.commonPath + "/{code}"] = page(.status)
        return pages
    }

    private func page(_ subject: DocumentationHandler.Subject) -> any Handler {
        DocumentationHandler(subject: subject, shelf: shelf)
    }
}
