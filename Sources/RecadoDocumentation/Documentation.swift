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
/// The pages show the declarations and nothing else. Without the pages, the references of problems
/// lead nowhere. A service's own routes come first.
public struct Documentation: Sendable {
    private let services: [Service]
    private var settings = SampleSettings()

    /// Values for the inputs of examples and forms, by their names: `["id": "8"]`.
    ///
    /// The name of an optional query item is preceded by a question mark: with `["?page": "2"]`,
    /// samples include the item.
    public var samples: [String: String]
    /// Values for the examples of one service only, by its name; they take precedence over
    /// ``samples``.
    public var samplesByService: [String: [String: String]] = [:]
    /// Texts in other languages than that of the declaration, by language and by the name of a
    /// service.
    public var words: [Language: [String: DocumentedWords]] = [:]

    /// Creates the pages about services; each page is written when it is first requested.
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

    /// The user name and the password in samples, `user` and `password` by default.
    ///
    /// They are shown to everybody, so they must be those of a demonstration or of no real user.
    public var sampleUser: (name: String, password: String) {
        get { settings.user }
        set { settings.user = newValue }
    }

    /// The command line that samples show in addition to Swift, curl and Python; none by default.
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
