// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoApps
import RecadoClient
import RecadoContracts
import RecadoCurl
import RecadoHTTP
import RecadoServer

/// The apps of `recado serve`, and the ways by which they reach the services.
enum HostedApps {
    static let service = CommandOption(
        "app-service",
        "name=url",
        about: """
            Where the apps find a service that keeps the same contract, in place of that of this \
            server: videoclub, films, weather, scores, posts or playground, and its address up to the paths of the contract. It may be \
            given several times.
            """
    )

    /// The services that may be elsewhere.
    private static let names = [
        Videoclub.api.name, FilmDatabase.api.name, Weather.api.name, Scores.api.name,
        Posts.api.name, Playground.api.name,
    ]

    /// Where services are elsewhere, by name, as the options say.
    static func places(
        _ arguments: ParsedArguments
    ) throws(CommandFailure) -> [String: String] {
        var places: [String: String] = [:]
        for text in arguments.values[service.name] ?? [] {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, names.contains(parts[0]), let uri = try? URI(parts[1]),
                ["http", "https"].contains(uri.scheme), uri.host?.isEmpty == false
            else {
                throw .usage(
                    "--app-service is a name of \(names.joined(separator: ", ")) with an address, as "
                        + "videoclub=https://example.org/videoclub, not “\(text)”"
                )
            }
            places[parts[0]] = parts[1]
        }
        return places
    }

    // MARK: - Making

    /// Makes the apps.
    ///
    /// - Parameters:
    ///   - server: The address by which this process reaches its own services.
    ///   - publicURL: The address that clients use.
    ///   - settings: What the options say.
    /// - Returns: The apps.
    /// - Throws: A failure of this machine, such as a key that cannot be read.
    static func make(
        server: String,
        publicURL: String,
        _ settings: ServeSettings
    ) throws(CommandFailure) -> Apps {
        let key = try key(besides: settings)
        do throws(URIError) {
            let transport = CurlTransport.shared
            var apps = try Apps.Settings(server: server, transport: transport, key: key)
            apps.takesSecretsInClear = settings.takesSecretsInClear
            apps.pictureOrigins = [publicURL]
            if let place = settings.appServices[Videoclub.api.name] {
                apps.videoclub = try Apps.Settings.client(place, transport)
                apps.pictureOrigins += [try URI(place).origin ?? ""]
            }
            if let place = settings.appServices[FilmDatabase.api.name] {
                apps.films = try Apps.Settings.client(place, transport)
            } else if let omdb = PublicServer.server(of: FilmDatabase.api.name),
                let base = omdb.base, let key = omdb.key
            {
                apps.films = try Apps.Settings.client(base, transport)
                apps.filmsKey = key
            }
            try point(&apps, settings, transport)
            return Apps(apps)
        } catch {
            throw .failed("the apps do not find their services: \(error)")
        }
    }

    /// Points the apps that have one service each at it, where it is elsewhere.
    private static func point(
        _ apps: inout Apps.Settings,
        _ settings: ServeSettings,
        _ transport: CurlTransport
    ) throws(URIError) {
        if let place = settings.appServices[Scores.api.name] {
            apps.scores = try Apps.Settings.client(place, transport)
        }
        if let place = settings.appServices[Posts.api.name] {
            apps.posts = try Apps.Settings.client(place, transport)
        }
        if let place = settings.appServices[Playground.api.name] {
            apps.playground = try Apps.Settings.client(place, transport)
        }
        if let place = settings.appServices[Weather.api.name] {
            apps.weather = try Apps.Settings.client(place, transport)
            apps.weatherIcons = try URI(place).origin ?? ""
            apps.pictureOrigins.append(apps.weatherIcons)
        } else if let server = PublicServer.server(of: Weather.api.name),
            let base = server.base, let key = server.key
        {
            apps.weather = try Apps.Settings.client(base, transport)
            apps.weatherKey = key
            apps.weatherIcons = "https://openweathermap.org"
        }
    }

    /// The key with which browsers' secrets are sealed, which lies beside the database and is made if need be.
    private static func key(besides settings: ServeSettings) throws(CommandFailure) -> [UInt8] {
        let database = try settings.databaseOrDefault()
        let isServer = HostedServices.isServer(database)
        let path = (isServer ? try DataFolder.database() : database) + ".apps-key"
        do throws(CredentialFileError) {
            if let key = try PrivateFile.read(path) {
                // Whatever else it is, it belongs to somebody.
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

    // MARK: - Reaching

    /// The address by which a process reaches a server of its own; `nil` where it had better not.
    ///
    /// That is without TLS, whose certificate nobody may vouch for, and on loopback, where passwords may be
    /// sent so.
    static func address(of addresses: [SocketAddress], _ settings: ServeSettings) -> String? {
        guard settings.security == .none else { return nil }
        for address in addresses {
            guard case .internet(let host, let port) = address.endpoint else { continue }
            if ["127.0.0.1", "0.0.0.0"].contains(host) { return "http://127.0.0.1:\(port)" }
            if ["::1", "::"].contains(host) { return "http://[::1]:\(port)" }
        }
        return nil
    }

    /// Serves the same on loopback, for the apps alone, on a port that the system chooses.
    static func startOwnServer(
        _ handler: some Handler
    ) async throws(CommandFailure) -> (server: Server, address: String) {
        var configuration = ServerConfiguration()
        configuration.addresses = [.loopback(port: 0)]
        configuration.loops = 1
        let server = Server(configuration, handler: handler)
        do throws(ServerError) {
            let port = try await server.start().first?.port ?? 0
            return (server, "http://127.0.0.1:\(port)")
        } catch {
            throw .failed("\(error)")
        }
    }
}
