// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP
public import RecadoServer

/// The pages about services: their endpoints, how to try them, and the meaning of problems.
///
/// ```swift
/// var documentation = Documentation(of: services, samples: ["id": "8"])
/// documentation.home = "/"
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
/// The pages tell what is declared and nothing else. Without them, the references of problems lead
/// nowhere. A service's own routes come first.
public struct Documentation: Sendable {
    private let services: [Service]
    private var settings = SampleSettings()

    /// Values for the inputs of examples and forms, by their names: `["id": "8"]`.
    ///
    /// Of an optional query, a sample has the items whose names stand after a
    /// question mark: `["?page": "2"]`.
    public var samples: [String: String]
    /// Values that only the examples of one service have, by its name;
    /// they come before ``samples``.
    public var samplesByService: [String: [String: String]] = [:]
    /// Words in other languages than those of declarations, by language
    /// and by the name of a service.
    public var words: [Language: [String: DocumentedWords]] = [:]

    /// Creates the pages about services; each is written when it is first asked for.
    ///
    /// - Parameters:
    ///   - services: The services; those without operations have no page.
    ///   - samples: Values for the inputs of examples and forms, by their names:
    ///     `["id": "8"]`; none by default.
    public init(of services: [Service], samples: [String: String] = [:]) {
        self.services = services.filter(\.hasOperations)
        self.samples = samples
    }

    /// The address of the server in samples, `http://localhost:3000` by default; in a browser that
    /// runs scripts, that of the page.
    public var server: String {
        get { settings.server }
        set { settings.server = newValue.hasSuffix("/") ? String(newValue.dropLast()) : newValue }
    }

    /// The path of the application's first page, to which every page has a link; none by default.
    public var home: String? {
        get { settings.home }
        set { settings.home = newValue }
    }

    /// The user and the password that samples call as, `user` and `password` by default.
    ///
    /// They are shown to everybody: those of a demonstration, or of nobody.
    public var sampleUser: (name: String, password: String) {
        get { settings.user }
        set { settings.user = newValue }
    }

    /// The command line by which endpoints can be called, beside Swift, curl
    /// and Python; none by default.
    public var command: DocumentedCommand? {
        get { settings.command }
        set { settings.command = newValue }
    }

    /// The handlers of the pages, by path.
    public var pages: [String: any Handler] {
        let shelf = DocumentationShelf(services, self, settings)
        var pages: [String: any Handler] = [:]
        for service in shelf.services {
            let api = service.api
            pages[api.documentPath] = DocumentationHandler(subject: .openAPI(service), shelf: shelf)
            pages[api.documentationPath] =
                DocumentationHandler(subject: .service(api.name), shelf: shelf)
            pages[api.problemPath + "/{code}"] =
                DocumentationHandler(subject: .failure(api.name), shelf: shelf)
        }
        pages[ProblemDetails.commonPath + "/{code}"] =
            DocumentationHandler(subject: .status, shelf: shelf)
        return pages
    }
}
