// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoClient
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoInProcess
import RecadoServer
import RecadoSockets

/// Creates the apps of `recado serve`, and the clients with which they call the services.
enum HostedApps {
    static let service = CommandOption(
        "app-service",
        "name=url",
        about: """
            The place of a service that keeps the same contract, which the apps use instead of this \
            server's: videoclub, films, weather, scores, posts or playground, and its address up to the paths of the contract. It may be \
            given several times.
            """
    )

    /// The services that can be on other servers, with the clients that call them.
    private static let clients: KeyValuePairs<String, ClientPath> = [
        Videoclub.api.name: \.videoclub, FilmDatabase.api.name: \.films,
        Weather.api.name: \.weather, Scores.api.name: \.scores, Posts.api.name: \.posts,
        Playground.api.name: \.playground,
    ]
    private typealias ClientPath = any WritableKeyPath<Apps.Settings, Client> & Sendable

    /// Returns the URLs of services on other servers from the options, by the name of the service.
    static func places(
        _ arguments: ParsedArguments
    ) throws(CommandError) -> [String: String] {
        let names = clients.map(\.key)
        var places: [String: String] = [:]
        for text in arguments.values[service.name] ?? [] {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, names.contains(parts[0]), let uri = try? URI(parts[1]),
                ["http", "https"].contains(uri.scheme), uri.host?.isEmpty == false
            else {
                throw .usage(
                    """
                    --app-service is a name and an address, such as videoclub=https://example.org/videoclub, \
                    not “\(DisplayText.clean(text))”
                    """,
                    "the names are \(names.joined(separator: ", "))"
                )
            }
            places[parts[0]] = parts[1]
        }
        return places
    }

    // MARK: - Making

    /// Creates the apps.
    ///
    /// - Parameters:
    ///   - handler: Answers calls to the services of this process.
    ///   - services: The services of this process.
    ///   - settings: The settings from the options.
    /// - Returns: The apps.
    /// - Throws: A failure, for example when the key file cannot be read.
    static func make(
        over handler: some Handler,
        _ services: HostedServices,
        _ settings: ServeSettings
    ) throws(CommandError) -> Apps {
        let key = try key(besides: settings)
        do throws(URIError) {
            let transport = SocketTransport.shared
            var apps = try Apps.Settings(
                server: origin,
                transport: InProcessTransport(handler, handsValuesOver: true),
                key: key
            )
            apps.sessions = services.sessions
            apps.takesSecretsInClear = settings.takesSecretsInClear
            apps.isDemonstration = services.isDemonstration
            apps.pictureOrigins = [services.publicURL]
            apps.ownOrigins = [services.publicURL, origin]
            for (name, client) in clients {
                guard let place = settings.appServices[name] else { continue }
                apps[keyPath: client] = try Apps.Settings.client(place, transport)
            }
            if let place = settings.appServices[Videoclub.api.name] {
                apps.pictureOrigins.append(try URI(place).origin ?? "")
            }
            if let place = settings.appServices[Weather.api.name] {
                try pointWeather(&apps, at: place)
            }
            apps.playgroundAddress = settings.appServices[Playground.api.name]
            try point(&apps, settings, transport)
            return Apps(apps)
        } catch {
            throw .failed("the apps do not find their services: \(error)")
        }
    }

    /// Connects the apps to public servers for which the environment has keys, unless an option
    /// names another server.
    private static func point(
        _ apps: inout Apps.Settings,
        _ settings: ServeSettings,
        _ transport: SocketTransport
    ) throws(URIError) {
        func server(of name: String) -> (base: String, key: String)? {
            guard settings.appServices[name] == nil, let server = PublicServer.server(of: name),
                let base = server.base, let key = server.key
            else { return nil }
            return (base, key)
        }
        if let (base, key) = server(of: FilmDatabase.api.name) {
            apps.films = try Apps.Settings.client(base, transport)
            apps.filmsKey = key
        }
        if let (base, key) = server(of: Weather.api.name) {
            apps.weather = try Apps.Settings.client(base, transport)
            apps.weatherKey = key
            apps.weatherSource = try URI(base).host
            apps.weatherIcons = openWeatherMap
        }
    }

    /// The URL of OpenWeatherMap's icons; its weather data have a different URL.
    private static let openWeatherMap = "https://openweathermap.org"

    /// Connects the weather app to the server from the options, with the key from the environment.
    ///
    /// Without TLS, the key is sent only to a server on this machine.
    private static func pointWeather(
        _ apps: inout Apps.Settings,
        at place: String
    ) throws(URIError) {
        let uri = try URI(place)
        let host = uri.host ?? ""
        let isLocal = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
        if uri.scheme == "https" || isLocal,
            let key = PublicServer.server(of: Weather.api.name)?.key
        {
            apps.weatherKey = key
        }
        apps.weatherSource = host
        let isPublic = host == "openweathermap.org" || host.hasSuffix(".openweathermap.org")
        apps.weatherIcons = isPublic ? openWeatherMap : uri.origin ?? ""
        apps.pictureOrigins.append(apps.weatherIcons)
    }

    /// Returns the key that encrypts secrets in browsers' cookies; its file is next to the database
    /// and is created if necessary.
    private static func key(besides settings: ServeSettings) throws(CommandError) -> [UInt8] {
        let path = try settings.file(besidesDatabase: "apps-key")
        do throws(CredentialFileError) {
            if let key = try PrivateFile.read(path) {
                // A file with other content is not overwritten.
                guard key.count == keySize else { throw .malformed(line: 1, .notAStore) }
                return key
            }
            var generator = SystemRandomNumberGenerator()
            let key = (0..<keySize).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
            try PrivateFile.write(key, to: path)
            return key
        } catch {
            throw .failed("\(path): \(error)")
        }
    }

    private static let keySize = 32
    /// The origin of the URLs with which apps call the services in this process.
    private static let origin = "http://localhost"
}
