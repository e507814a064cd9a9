// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
import RecadoContracts
public import RecadoEndpoints
public import RecadoHTTP
import RecadoInProcess
import RecadoScreens
public import RecadoServer

/// The five apps: pages for people over the services.
///
/// ```swift
/// let services = InProcessTransport(try Application(services))
/// let apps = Apps(try Apps.Settings(server: "http://localhost", transport: services, key: key))
/// let application = try Application(services + [apps.service], pages: Apps.pages)
/// ```
///
/// They call the services like any other client, so that they can use other servers with the same
/// contracts; services in this process see the address of the browser that asks for a page.
public struct Apps: Sendable {
    /// The clients of the services, and the secrets of the apps.
    public struct Settings: Sendable {
        /// Calls the videoclub.
        public var videoclub: Client
        /// Calls the database of films.
        public var films: Client
        /// The key for the database of films.
        public var filmsKey = "demo"
        /// Calls the weather service.
        public var weather: Client
        /// The key for the weather service.
        public var weatherKey = "demo"
        /// The text before the paths of the weather's icons; empty for the icons of this server.
        public var weatherIcons = ""
        /// The host that the weather comes from, such as `api.openweathermap.org`; `nil`, by
        /// default, for the bundled service, whose weather is labelled as simulated.
        public var weatherSource: String?
        /// Calls the scores service.
        public var scores: Client
        /// Calls the posts service.
        public var posts: Client
        /// Calls the playground service.
        public var playground: Client
        /// The address of the playground service as pages show it; `nil`, by default, for the one
        /// of the server that shows the page.
        public var playgroundAddress: String?
        /// The key with which the apps seal the passwords that browsers keep: 32 random bytes.
        public var key: [UInt8]
        /// The store of logins, which are kept until somebody logs out; by default the memory of
        /// this process.
        ///
        /// The password is not stored here; it is sealed in the browser's cookie. A login lasts for
        /// ``loginLifetime``.
        public var sessions: any SessionStore = MemorySessionStore()
        /// The time for which a browser is remembered if nobody logs out: 30 days.
        public static var loginLifetime: Duration { .seconds(2_592_000) }
        /// True if passwords are asked for over connections that others can read.
        public var takesSecretsInClear = false
        /// True, which is the default, if the page that asks for a login shows `test123` and its
        /// password; see `VideoclubService`.
        public var isDemonstration = true
        /// The origins from which pages show pictures, besides this server and any server with TLS.
        public var pictureOrigins: [String] = []
        /// The seconds since 1970-01-01 00:00:00 UTC, for words such as “2 hours ago”;
        /// by default the system's clock.
        public var now: @Sendable () -> Int64 = { WallClock.now() }
        /// The origins under which the services name pictures of this server; pages use only the
        /// paths of such pictures, so that they load under any name of the server.
        public var ownOrigins: [String] = []

        /// Creates settings for services that are all on one server.
        ///
        /// - Parameters:
        ///   - server: The address of the server, before the paths of the
        ///     services: `http://127.0.0.1:3000`.
        ///   - transport: The transport that carries the calls.
        ///   - key: The key that the apps seal passwords with: 32 random bytes.
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

        /// Creates a client of a service with the patience of people: it waits for 5 seconds and
        /// tries once.
        ///
        /// People see the error and decide themselves whether to try again.
        ///
        /// - Parameters:
        ///   - base: The address of the service, before the paths of its endpoints.
        ///   - transport: The transport that carries the calls.
        /// - Returns: The client.
        /// - Throws: `URIError` when the text is not a valid address.
        public static func client(
            _ base: String,
            _ transport: any Transport
        ) throws(URIError) -> Client {
            let client = try ServiceClients.client(base, transport)
            // Within this process, compressing content takes longer than passing it on.
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

    /// The service that answers the paths of the apps: `/apps` and all below.
    ///
    /// It declares no endpoints, since its answers are for people; API documents do not list it.
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

    /// The apps, in their order.
    public var identities: [AppIdentity] { apps.map(\.identity) }

    /// The style sheet, the script, the worker, the pictures and the manifest, by path.
    ///
    /// All names but the worker's contain a hash of the content, so that browsers keep the files
    /// for a year.
    public static var pages: [String: Response] { Asset.pages }

    /// The picture of the apps for browsers that ask for `/favicon.ico`: a PNG
    /// of 192 pixels, kept for a day.
    public static var icon: Response {
        var response = Asset.smallIcon.response
        response.fields[.cacheControl] = "public, max-age=86400"
        return response
    }
}
