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

/// The settings of `recado serve`, as its options give them.
struct ServeSettings: Sendable, Hashable {
    /// The addresses to listen on: the first of these sets that the machine has.
    let addresses: [[SocketAddress]]
    /// The number of threads, when it was given.
    let loops: Int?
    /// The database, when it was given.
    let database: DatabasePlace?
    /// The address that clients use, when it was given.
    let publicURL: String?

    /// The addresses of services that the apps use on other servers, by name.
    let appServices: [String: String]

    /// Whether and how TLS is spoken.
    let security: Security
    /// Whether passwords are taken without TLS from other machines.
    let takesSecretsInClear: Bool
    /// True where requests from this machine are those of its own programs.
    let trustsLocal: Bool
    /// The settings for logs and metrics, and for the proxies that are believed about clients.
    let seeing: Seeing
    /// The limits on clients.
    let limits: ServerConfiguration.Limits

    /// Whether everybody may call as the demonstration's member, when that was said.
    private let saysDemo: Bool

    /// The longest address of clients: addresses of posters begin with it and have their own limit.
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

    /// The place of the database; the default one's folder is made if need be.
    func databasePlace() throws(CommandError) -> DatabasePlace {
        if let database { database } else { try .usual() }
    }

    /// The path of a file beside that of the database, or where that would be.
    func file(besidesDatabase ending: String) throws(CommandError) -> String {
        let database = try databasePlace()
        return (database.isServer ? try DataFolder.database() : database.place) + "." + ending
    }

    /// Whether others than programs on this machine reach a server that listens at some addresses.
    func isPublic(at addresses: [SocketAddress]) -> Bool {
        !seeing.trustedProxies.isEmpty || isNamed || !addresses.allSatisfy(\.isLocal)
    }

    /// Whether posters lead to the host that each request names: behind a proxy that
    /// host may be known to it alone.
    var followsRequests: Bool { publicURL == nil && seeing.trustedProxies.isEmpty }

    /// Whether clients use an address that other machines have, so that
    /// something must bring them here.
    ///
    /// A proxy on this machine need not say that it is one.
    private var isNamed: Bool {
        guard let authority = publicURL.flatMap({ try? URI($0) })?.authority else { return false }
        return !CleartextPolicy.loopback.allows(authority)
    }

    /// Whether everybody may call as the demonstration's member.
    func isDemonstration(at addresses: [SocketAddress]) -> Bool {
        saysDemo || !isPublic(at: addresses)
    }

    /// Returns the addresses to listen on: both loopback addresses by default, for `localhost` may
    /// mean either.
    private static func addresses(
        _ option: String?,
        port: UInt16
    ) throws(CommandError) -> [[SocketAddress]] {
        guard let option else {
            let first = SocketAddress.loopback(port: port)
            // The two would get different ports from the system.
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
    /// Whether this machine has no addresses of the family, as many have no IPv6.
    var isMissingFamily: Bool {
        switch self {
        case .addressNotAvailable: true
        case .system(_, let code): [EAFNOSUPPORT, EPROTONOSUPPORT, EADDRNOTAVAIL].contains(code)
        default: false
        }
    }
}
