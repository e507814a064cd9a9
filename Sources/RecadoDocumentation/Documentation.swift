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
/// | `/problems/not-found` | a problem that has only a status |
///
/// The pages contain only information from the declarations. Without the pages, the `type` URIs of
/// problems have no target. If a path is also a route of a service, the route takes precedence.
public struct Documentation: Sendable {
    private let services: [Service]
    private var settings = SampleSettings()

    /// Example values of inputs, for samples and forms, keyed by their names: `["id": "8"]`.
    ///
    /// Samples omit an optional query item unless its name in this dictionary begins with a
    /// question mark: `["?page": "2"]`.
    public var samples: [String: String]
    /// Example values for single services, keyed by the service's name; they take precedence over
    /// ``samples``.
    public var samplesByService: [String: [String: String]] = [:]
    /// Translations of the texts in declarations, keyed by the language and then by the name of the
    /// service.
    public var words: [Language: [String: DocumentedWords]] = [:]

    /// Creates the pages about services; each page is written when it is first requested.
    ///
    /// - Parameters:
    ///   - services: The services; services without operations have no page.
    ///   - samples: Example values of inputs, keyed by their names: `["id": "8"]`; none by default.
    public init(of services: [Service], samples: [String: String] = [:]) {
        self.services = services.filter(\.hasOperations)
        self.samples = samples
    }

    /// The address of the server in samples; `http://localhost:3000` by default.
    ///
    /// In a browser that runs scripts, samples show the address of the page instead.
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
    /// Every reader of the pages sees them, so they must not belong to a real user.
    public var sampleUser: (name: String, password: String) {
        get { settings.user }
        set { settings.user = newValue }
    }

    /// The command line that samples show in addition to Swift, curl and Python; none by default.
    public var command: DocumentedCommand? {
        get { settings.command }
        set { settings.command = newValue }
    }

    /// The handlers of the pages, keyed by path.
    public var pages: [String: any Handler] {
        let cache = DocumentationCache(services, self, settings)
        var pages: [String: any Handler] = [:]
        for service in cache.services {
            let api = service.api
            pages[api.documentPath] = DocumentationHandler(subject: .openAPI(service), cache: cache)
            pages[api.documentationPath] =
                DocumentationHandler(subject: .service(api.name), cache: cache)
            pages[api.problemPath + "/{code}"] =
                DocumentationHandler(subject: .failure(api.name), cache: cache)
        }
        pages[ProblemDetails.commonPath + "/{code}"] =
            DocumentationHandler(subject: .status, cache: cache)
        return pages
    }
}
