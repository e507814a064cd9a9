// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoClient
import RecadoServer
import RecadoServices

/// The lines that `recado serve` writes when it is ready.
extension ServeCommand {
    /// Returns the base URL that clients use if no option sets it.
    static func publicURL(of addresses: [SocketAddress], _ settings: ServeSettings) -> String {
        let scheme = settings.security.scheme
        guard let address = addresses.first, case .internet(let host, let port) = address.endpoint
        else { return "\(scheme)://localhost" }
        let isAnyOrOwn = ["127.0.0.1", "::1", "0.0.0.0", "::"].contains(host)
        return isAnyOrOwn ? "\(scheme)://localhost:\(port)" : "\(scheme)://\(address)"
    }

    /// Returns the banner with the addresses, the members who may log in, and the logins that are
    /// refused.
    static func words(
        _ addresses: [SocketAddress],
        _ services: HostedServices,
        _ settings: ServeSettings,
        _ certificate: TLSConfiguration.SelfSigned?
    ) async throws(CommandError) -> String {
        let places = addresses.map {
            $0.port == nil ? "\($0)" : "\(settings.security.scheme)://\($0)"
        }
        let and = LocalizedText(" and ").description
        var lines: [LocalizedText] = []
        if let certificate { lines = try words(certificate, services.publicURL, settings) }
        lines += [
            "Recado serves at \(places.joined(separator: and))",
            "Everything is kept in \(services.databases.joined(separator: and))",
            "Clients use \(services.publicURL)",
        ]
        if let apps = services.apps?.identities, !apps.isEmpty {
            let names = apps.map(\.name).joined(separator: ", ")
            lines.append("The apps are at \(services.publicURL)/apps: \(names)")
        }
        if services.isCourse { lines.append("The videoclub answers as the course's server did") }
        let isPublic = settings.isPublic(at: addresses)
        if isPublic { lines.append(links(settings, to: services.publicURL)) }
        lines += try await members(services)
        if isPublic || !settings.trustsLocal, addresses.contains(where: { $0.port != nil }) {
            lines += secrets(settings, at: addresses)
        }
        lines += phones(settings, at: addresses)
        if let skew = await services.clockSkew() { lines += clock(ahead: skew) }
        return lines.map { DisplayText.clean($0.description) + "\n" }.joined()
    }

    /// Returns the lines about a clock that differs from the database's clock by more than two
    /// seconds.
    static func clock(ahead skew: Duration) -> [LocalizedText] {
        let seconds = skew.components.seconds
        if seconds > 2 {
            return [
                "The clock of this machine is \(seconds) s ahead of the database's: set it right"
            ]
        }
        if seconds < -2 {
            return [
                "The clock of this machine is \(-seconds) s behind the database's: set it right"
            ]
        }
        return []
    }

    /// Returns the lines that explain how phones on the same network reach the server, or why they
    /// cannot.
    private static func phones(
        _ settings: ServeSettings,
        at addresses: [SocketAddress]
    ) -> [LocalizedText] {
        // Behind a proxy, phones reach the proxy instead.
        guard settings.seeing.trustedProxies.isEmpty, settings.publicURL == nil,
            let port = addresses.compactMap(\.port).first
        else { return [] }
        guard !addresses.allSatisfy(\.isLocal) else {
            return ["Phones do not reach it: --address 0.0.0.0 lets the whole network in"]
        }
        guard let own = LocalNetwork.address else { return [] }
        let url = "\(settings.security.scheme)://\(own):\(port)"
        switch settings.security {
        case .none:
            return [
                "Phones on this network use \(url); apps of iOS want https, as --tls-self-signed has it"
            ]
        case .selfSigned:
            return ["Phones on this network use \(url), and must be told to trust its certificate"]
        default:
            return []
        }
    }

    /// Writes a self-signed certificate next to the database, and returns lines about it.
    private static func words(
        _ made: TLSConfiguration.SelfSigned,
        _ url: String,
        _ settings: ServeSettings
    ) throws(CommandError) -> [LocalizedText] {
        guard case .bytes(let pem) = made.certificate.chain else { return [] }
        let path = try settings.file(besidesDatabase: "certificate.pem")
        do throws(CredentialFileError) {
            try PrivateFile.write(pem, to: path)
        } catch {
            throw .failed("\(path): \(error)")
        }
        let pin = "--pinnedpubkey sha256//\(made.publicKeyPin)"
        return [
            "The certificate vouches for itself, SHA-256 \(made.fingerprint)",
            "It is in \(path): recado scores top3 --cacert \(path) --server \(url)",
            "Try: curl --insecure \(pin) \(url)/scores/top3.json",
        ]
    }

    // MARK: - Public servers

    private static func links(_ settings: ServeSettings, to url: String) -> LocalizedText {
        guard settings.publicURL == nil else { return "Links and posters lead there, too" }
        guard !settings.seeing.trustedProxies.isEmpty else {
            return """
                Posters lead to the host that a client has called, links to \(url); --public-url says where others \
                find them
                """
        }
        return """
            Posters lead where the proxy says that its client has been, links to \(url); --public-url says where \
            others find them
            """
    }

    /// The greatest number of members that the banner names.
    private static let namedMembers = 5

    private static func members(
        _ services: HostedServices
    ) async throws(CommandError) -> [LocalizedText] {
        let guest = VideoclubService.guest
        if services.isDemonstration {
            return ["Everybody may log in as \(guest) with the password \(guest)"]
        }
        let names = try await services.memberNames()
        guard !names.isEmpty else {
            return ["Nobody may log in; recado user add <name> adds a member"]
        }
        let named = names.prefix(namedMembers).joined(separator: ", ")
        let lines: [LocalizedText] =
            names.count > namedMembers
            ? ["Members who may log in: \(named) and \(names.count - namedMembers) more"]
            : ["Members who may log in: \(named)"]
        return names.contains(guest)
            ? lines + ["\(guest) may not with the password \(guest), which everybody knows"]
            : lines
    }

    private static func secrets(
        _ settings: ServeSettings,
        at addresses: [SocketAddress]
    ) -> [LocalizedText] {
        if settings.takesSecretsInClear {
            return ["Logins are taken without TLS, and whoever listens can read the passwords"]
        }
        guard settings.security == .none else { return [] }
        guard settings.seeing.trustedProxies.isEmpty else {
            return ["Logins are refused from clients that come to the proxy without TLS"]
        }
        guard settings.trustsLocal else {
            return [
                """
                But logins without TLS are refused: --trust-local takes those of this machine, \
                --tls-certificate and --trusted-proxy others
                """
            ]
        }
        // All requests to local addresses come from programs on this machine, such as a proxy.
        guard !addresses.allSatisfy(\.isLocal) else {
            return ["Logins that a proxy says it passes on are refused: see --trusted-proxy"]
        }
        return [
            """
            Logins from other machines are refused, for they come without TLS: see --tls-certificate and \
            --trusted-proxy
            """
        ]
    }
}
