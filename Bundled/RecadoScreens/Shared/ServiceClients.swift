// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
import RecadoContracts
import RecadoEndpoints
public import RecadoHTTP

/// The clients of the services of one server.
///
/// Each call has a time limit of 5 seconds and is not retried, because the user sees the error and
/// can try again.
///
/// ```swift
/// let clients = try ServiceClients(server: "http://localhost:3000", transport: transport)
/// let model = PostListModel(PostCalls(clients.posts))
/// ```
public struct ServiceClients: Sendable {
    /// The client of the videoclub.
    public let videoclub: Client
    /// The client of the film database.
    public let films: Client
    /// The client of the weather.
    public let weather: Client
    /// The client of the scores.
    public let scores: Client
    /// The client of the posts.
    public let posts: Client
    /// The client of the playground.
    public let playground: Client

    /// Creates the clients.
    ///
    /// - Parameters:
    ///   - server: The address of the server, without a path: `http://localhost:3000`. With `http`,
    ///     the server is called without TLS.
    ///   - transport: The transport of all calls.
    /// - Throws: `URIError` for a text that is not such an address.
    public init(server: String, transport: any Transport) throws(URIError) {
        let server = server.hasSuffix("/") ? String(server.dropLast()) : server
        videoclub = try Self.client(server + Videoclub.api.prefix, transport)
        films = try Self.client(server + FilmDatabase.api.prefix, transport)
        weather = try Self.client(server + Weather.api.prefix, transport)
        scores = try Self.client(server + Scores.api.prefix, transport)
        posts = try Self.client(server + Posts.api.prefix, transport)
        playground = try Self.client(server + Playground.api.prefix, transport)
    }

    /// Creates the client of a service at its own address.
    ///
    /// - Parameters:
    ///   - base: The address, including the prefix of the declaration's paths.
    ///   - transport: The transport of all calls.
    /// - Returns: The client.
    /// - Throws: `URIError` for a text that is not such an address.
    public static func client(
        _ base: String,
        _ transport: any Transport
    ) throws(URIError) -> Client {
        let host = try URI(base).host ?? ""
        let middleware = ClientMiddleware.standard {
            $0.retry = nil
            $0.cookies = nil
            $0.cleartext = .hosts([host])
        }
        return try Client(base: base, transport: transport, middleware: middleware) {
            $0.timeouts.connect = .seconds(3)
            $0.timeouts.total = .seconds(5)
        }
    }
}
