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
    /// The sets of addresses to listen on; the first set that the machine has is used.
    let addresses: [[SocketAddress]]
    /// The number of threads, if an option sets it.
    let loops: Int?
    /// The database, if an option sets it.
    let database: DatabasePlace?
    /// The address that clients use, if an option sets it.
    let publicURL: String?

    /// The addresses of services that the apps use on other servers, by name.
    let appServices: [String: String]

    /// The use of TLS.
    let security: Security
    /// True if passwords from other machines are accepted without TLS.
    let takesSecretsInClear: Bool
    /// True if requests from this machine come only from its own programs.
    let trustsLocal: Bool
    /// The settings for logs and metrics, and for the proxies that are trusted about clients.
    let seeing: Seeing
    /// The limits on clients.
    let limits: ServerConfiguration.Limits

    /// True if an option says that everybody may log in as the demonstration's member.
    private let saysDemo: Bool

    /// The greatest length of the address that clients use: addresses of posters begin with it and
    /// have their own limit.
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

    /// The location of the database; the folder of the default one is created if necessary.
    func databasePlace() throws(CommandError) -> DatabasePlace {
        if let database { database } else { try .usual() }
    }

    /// The path of a file next to that of the database, or next to the default location.
    func file(besidesDatabase ending: String) throws(CommandError) -> String {
        let database = try databasePlace()
        return (database.isServer ? try DataFolder.database() : database.place) + "." + ending
    }

    /// True if not only programs on this machine can reach a server at some addresses.
    func isPublic(at addresses: [SocketAddress]) -> Bool {
        !seeing.trustedProxies.isEmpty || isNamed || !addresses.allSatisfy(\.isLocal)
    }

    /// True if posters use the host that each request names; not behind a proxy, since only the
    /// proxy may know that host.
    var followsRequests: Bool { publicURL == nil && seeing.trustedProxies.isEmpty }

    /// True if clients use an address that is not a loopback one, so that others may reach it.
    ///
    /// A proxy on this machine need not identify itself as one.
    private var isNamed: Bool {
        guard let authority = publicURL.flatMap({ try? URI($0) })?.authority else { return false }
        return !CleartextPolicy.loopback.allows(authority)
    }

    /// True if everybody may log in as the demonstration's member.
    func isDemonstration(at addresses: [SocketAddress]) -> Bool {
        saysDemo || !isPublic(at: addresses)
    }

    /// Returns the addresses to listen on: both loopback addresses by default, since `localhost`
    /// may mean either.
    private static func addresses(
        _ option: String?,
        port: UInt16
    ) throws(CommandError) -> [[SocketAddress]] {
        guard let option else {
            let first = SocketAddress.loopback(port: port)
            // With port 0, the system would choose a different port for each.
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
    /// True if this machine has no addresses of the family, as many have no IPv6.
    var isMissingFamily: Bool {
        switch self {
        case .addressNotAvailable: true
        case .system(_, let code): [EAFNOSUPPORT, EPROTONOSUPPORT, EADDRNOTAVAIL].contains(code)
        default: false
        }
    }
}
