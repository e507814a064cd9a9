// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The settings of `recado serve`, from its options.
struct ServeSettings: Sendable, Hashable {
    /// The alternative sets of addresses to listen on; the first set that the machine supports is
    /// used.
    let addresses: [[SocketAddress]]
    /// The number of event loops, if an option sets it.
    let loops: Int?
    /// The database, if an option sets it.
    let database: DatabasePlace?
    /// The base URL that clients use, if an option sets it.
    let publicURL: String?

    /// The URLs of services on other servers that the apps use, by the name of the service.
    let appServices: [String: String]

    /// The source of the TLS certificate, if any.
    let security: Security
    /// True if passwords from other machines are accepted without TLS.
    let takesSecretsInClear: Bool
    /// True if all requests from this machine come from trusted programs.
    let trustsLocal: Bool
    /// The settings for logs, metrics and trusted proxies.
    let seeing: Seeing
    /// The limits on clients.
    let limits: ServerConfiguration.Limits

    /// True if an option lets everybody log in as the demonstration member `test123`, even on a
    /// server that others can reach.
    private let saysDemo: Bool

    /// The greatest length of the public URL, in bytes; the URLs of posters begin with it and have
    /// their own limit.
    private static let publicURLLimit = 180

    init(_ arguments: ParsedArguments) throws(CommandError) {
        let port = try arguments.number(ServeCommand.port, in: 0...65_535) ?? 3_000
        addresses = try Self.addresses(
            arguments[ServeCommand.address],
            port: UInt16(clamping: port)
        )
        security = try Security(arguments)
        takesSecretsInClear = arguments.contains(ServeCommand.passwordsInClear)
        trustsLocal = arguments.contains(ServeCommand.trustLocal)
        saysDemo = arguments.contains(ServeCommand.demo)
        seeing = try Seeing(arguments)
        limits = try ServerConfiguration.Limits(arguments)
        loops = try arguments.number(ServeCommand.loops, in: 1...1_024)
        database = try DatabasePlace(naming: arguments)
        appServices = try HostedApps.places(arguments)
        publicURL = try arguments[ServeCommand.publicURL].map {
            text throws(CommandError) in try Self.publicURL(text)
        }
    }

    /// Returns the location of the database; the folder of the default database is created if
    /// necessary.
    func databasePlace() throws(CommandError) -> DatabasePlace {
        if let database { database } else { try .usual() }
    }

    /// Returns the path of a file next to the database file; if the database is on a server, next
    /// to the default database file.
    func file(besidesDatabase ending: String) throws(CommandError) -> String {
        let database = try databasePlace()
        return (database.isServer ? try DataFolder.database() : database.place) + "." + ending
    }

    /// True if programs on other machines can reach a server at these addresses.
    func isPublic(at addresses: [SocketAddress]) -> Bool {
        !seeing.trustedProxies.isEmpty || isNamed || !addresses.allSatisfy(\.isLocal)
    }

    /// True if poster URLs contain the host that the request names; false behind a proxy, because
    /// the proxy may name a different host than the client did.
    var followsRequests: Bool { publicURL == nil && seeing.trustedProxies.isEmpty }

    /// True if the public URL is not a loopback address, so that others may reach the server.
    ///
    /// The address may belong to a proxy on this machine that no option declares.
    private var isNamed: Bool {
        guard let authority = publicURL.flatMap({ try? URI($0) })?.authority else { return false }
        return !CleartextPolicy.loopback.allows(authority)
    }

    /// True if everybody may log in as the demonstration member `test123`.
    func isDemonstration(at addresses: [SocketAddress]) -> Bool {
        saysDemo || !isPublic(at: addresses)
    }

    /// Returns the addresses to listen on: by default both loopback addresses, because `localhost`
    /// may mean either of them.
    private static func addresses(
        _ option: String?,
        port: UInt16
    ) throws(CommandError) -> [[SocketAddress]] {
        guard let option else {
            let first = SocketAddress.loopback(port: port)
            // With port 0, the system would choose a different port for each address.
            guard port != 0 else { return [[first]] }
            return [[first, SocketAddress(host: "::1", port: port)], [first]]
        }
        let isBare = option.contains(":") && !option.hasPrefix("[")
        let text = isBare ? "[\(option)]:\(port)" : "\(option):\(port)"
        guard let address = SocketAddress(option.hasPrefix("unix:") ? option : text),
            !option.isEmpty
        else {
            throw .usage("--address is an IP address or unix:/path, not “\(option)”")
        }
        return [[address]]
    }

    private static func publicURL(_ text: String) throws(CommandError) -> String {
        let uri: URI
        do throws(URIError) {
            uri = try URI(text)
        } catch {
            throw .usage("--public-url: \(error)")
        }
        guard ["http", "https"].contains(uri.scheme), let host = uri.host, !host.isEmpty,
            uri.query == nil, uri.fragment == nil
        else {
            throw .usage("--public-url is like http://host:3000, without a query, not “\(text)”")
        }
        guard text.utf8.count <= publicURLLimit else {
            throw .usage("--public-url is longer than \(publicURLLimit) bytes")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}

extension ServerError {
    /// True if the machine has no addresses of the family; many machines have no IPv6 addresses.
    var isMissingFamily: Bool {
        switch self {
        case .addressNotAvailable: true
        case .system(_, let code): [EAFNOSUPPORT, EPROTONOSUPPORT, EADDRNOTAVAIL].contains(code)
        default: false
        }
    }
}
