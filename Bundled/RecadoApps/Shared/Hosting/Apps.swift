// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
import RecadoContracts
public import RecadoEndpoints
public import RecadoHTTP
import RecadoInProcess
import RecadoScreens
public import RecadoServer

/// The five apps, which are web pages that use the services.
///
/// ```swift
/// let services = InProcessTransport(try Application(services))
/// let apps = Apps(try Apps.Settings(server: "http://localhost", transport: services, key: key))
/// let application = try Application(services + [apps.service], pages: Apps.pages)
/// ```
///
/// The apps call the services like any other client, so they can also call services on other
/// servers. Services in the same process see the IP address of the browser.
public struct Apps: Sendable {
    /// The clients of the services, and the secrets of the apps.
    public struct Settings: Sendable {
        /// The client of the videoclub service.
        public var videoclub: Client
        /// The client of the film database.
        public var films: Client
        /// The API key for the film database.
        public var filmsKey = "demo"
        /// The client of the weather service.
        public var weather: Client
        /// The API key for the weather service.
        public var weatherKey = "demo"
        /// The base URL of the weather's icons; empty to use the icons of this server.
        public var weatherIcons = ""
        /// The host of the weather service, such as `api.openweathermap.org`; `nil`, the default,
        /// means the bundled service, whose weather is labeled as simulated.
        public var weatherSource: String?
        /// The client of the scores service.
        public var scores: Client
        /// The client of the posts service.
        public var posts: Client
        /// The client of the playground service.
        public var playground: Client
        /// The URL of the playground service, as pages show it; `nil`, the default, means the
        /// server that sends the page.
        public var playgroundAddress: String?
        /// The key with which the apps encrypt passwords in cookies: 32 random bytes.
        public var key: [UInt8]
        /// The store of login sessions; by default, the memory of this process.
        ///
        /// A session lasts until the user logs out, or for ``loginLifetime``. The password is not
        /// in the store, but encrypted in the browser's cookie.
        public var sessions: any SessionStore = MemorySessionStore()
        /// The time after which a login ends, if the user does not log out: 30 days.
        public static var loginLifetime: Duration { .seconds(2_592_000) }
        /// True if pages ask for passwords even over connections without TLS.
        public var takesSecretsInClear = false
        /// True if the login page shows the user `test123` and its password, which is the default;
        /// see `VideoclubService`.
        public var isDemonstration = true
        /// The origins from which pages may load images, besides this server and all servers with
        /// TLS.
        public var pictureOrigins: [String] = []
        /// Returns the seconds since 1970-01-01 00:00:00 UTC, for words such as “2 hours ago”;
        /// by default, from the system's clock.
        public var now: @Sendable () -> Int64 = { WallClock.now() }
        /// The origins by which services refer to this server in the URLs of images.
        ///
        /// Pages use only the paths of such URLs, so that images load under any name of the server.
        public var ownOrigins: [String] = []

        /// Creates settings for services that are all on one server.
        ///
        /// - Parameters:
        ///   - server: The base URL of the server, such as `http://127.0.0.1:3000`.
        ///   - transport: The transport that carries the calls.
        ///   - key: The key with which the apps encrypt passwords: 32 random bytes.
        /// - Throws: `URIError` when the text is not a valid address.
        public init(
            server: String,
            transport: any Transport,
            key: [UInt8]
        ) throws(URIError) {
            videoclub = try Self.client(server + Videoclub.api.prefix, transport)
            films = try Self.client(server + FilmDatabase.api.prefix, transport)
            weather = try Self.client(server + Weather.api.prefix, transport)
            scores = try Self.client(server + Scores.api.prefix, transport)
            posts = try Self.client(server + Posts.api.prefix, transport)
            playground = try Self.client(server + Playground.api.prefix, transport)
            self.key = key
        }

        /// Creates a client of a service that waits at most 5 seconds and does not retry.
        ///
        /// Users see the error, and can try again themselves.
        ///
        /// - Parameters:
        ///   - base: The base URL of the service.
        ///   - transport: The transport that carries the calls.
        /// - Returns: The client.
        /// - Throws: `URIError` when the text is not a valid address.
        public static func client(
            _ base: String,
            _ transport: any Transport
        ) throws(URIError) -> Client {
            let client = try ServiceClients.client(base, transport)
            // Within a process, compression takes more time than it saves.
            guard transport is InProcessTransport else { return client }
            return client.withMiddleware { $0.decompression = nil }
        }
    }

    private let apps: [any HostedApp]
    let context: AppContext

    /// Creates the apps.
    ///
    /// - Parameter settings: The clients of the services, and the secrets of the apps.
    public init(_ settings: Settings) {
        apps = [
            VideoclubApp(settings), WeatherApp(settings), GameApp(settings), PostsApp(settings),
            PlaygroundApp(settings),
        ]
        context = AppContext(
            vault: Vault(key: settings.key),
            sessions: Sessions(store: settings.sessions, options: Self.sessionOptions),
            takesSecretsInClear: settings.takesSecretsInClear,
            isDemonstration: settings.isDemonstration,
            policy: Shell.policy(pictureOrigins: settings.pictureOrigins),
            now: settings.now,
            apps: apps.map(\.identity),
            glances: Glances(settings)
        )
    }

    private static var sessionOptions: Sessions.Options {
        var options = Sessions.Options()
        options.idleLifetime = Settings.loginLifetime
        options.lifetime = Settings.loginLifetime
        return options
    }

    /// The service for all paths of the apps: `/apps` and below.
    ///
    /// It declares no endpoints, because its answers are pages; API documents do not list it.
    public var service: Service {
        let api = API(
            name: "apps",
            title: "Apps",
            version: "1.0.0",
            prefix: AppIdentity.root,
            about: "Pages for people over the services.",
            endpoints: []
        )
        var service = Service(api)
        service.serve(AppsHandler(apps, context: context), for: [])
        return service
    }

    /// The apps, in the order of the first page.
    public var identities: [AppIdentity] { apps.map(\.identity) }

    /// The style sheet, the script, the worker, the pictures and the manifest, by path.
    ///
    /// All names except the worker's contain a hash of the content, so that browsers may cache the
    /// files for a year.
    public static var pages: [String: Response] { Asset.pages }

    /// The response to requests for `/favicon.ico`: a PNG image of 192 pixels, which browsers may
    /// cache for a day.
    public static var icon: Response {
        var response = Asset.smallIcon.response
        response.fields[.cacheControl] = "public, max-age=86400"
        return response
    }

    /// The response to requests for `/robots.txt` (RFC 9309): programs that follow links leave out
    /// those to preferences, which each page has and which lead back to it.
    public static var robots: Response {
        Response(
            status: .ok,
            fields: [
                .contentType: "text/plain; charset=utf-8", .cacheControl: "public, max-age=86400",
            ],
            content: Content("User-agent: *\nDisallow: \(CommonRoutes.preferencesPath)\n")
        )
    }
}
