// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

/// An alternative address for the resources of an origin, as its server announces it (RFC 7838).
///
/// ```swift
/// for service in response.alternativeServices ?? [] { print(service) }
/// // h3 at :443 for 86400 s
/// ```
///
/// Transports report these addresses but do not use them: otherwise an answer would decide where
/// later connections go, perhaps with a protocol that the transport does not support.
public struct AlternativeService: Sendable, Hashable {
    /// The ALPN name of the protocol, such as `h2` or `h3`.
    public let protocolName: String
    /// The host, with an IPv6 address in brackets; `nil` for the host of the origin.
    public let host: String?
    /// The port.
    public let port: Int
    /// The time for which the announcement is valid; a day unless the server says otherwise, and at
    /// most 68 years.
    public let lifetime: Duration
    /// True if the announcement remains valid when the network of this machine changes.
    public let outlivesNetworkChanges: Bool

    /// The maximum number of services that are read from one answer.
    public static let limit = 100

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - protocolName: The ALPN name of the protocol.
    ///   - host: The host; `nil`, the default, for the host of the origin.
    ///   - port: The port.
    ///   - lifetime: The time for which the announcement is valid.
    ///   - outlivesNetworkChanges: True if the announcement remains valid when the network of this
    ///     machine changes.
    public init(
        _ protocolName: String,
        host: String? = nil,
        port: Int,
        lifetime: Duration = .seconds(86_400),
        outlivesNetworkChanges: Bool = false
    ) {
        (self.protocolName, self.host, self.port) = (protocolName, host, port)
        (self.lifetime, self.outlivesNetworkChanges) = (lifetime, outlivesNetworkChanges)
    }

    /// Reads the Alt-Svc fields of an answer, in the order of the server's preference.
    ///
    /// Malformed entries are skipped, and so are those after the first ``limit``.
    ///
    /// - Parameter fields: The header section.
    /// - Returns: The services; an empty list if the server withdraws all earlier announcements
    ///   (`clear`) or if no entry can be read; `nil` if there is no Alt-Svc field.
    public static func read(_ fields: Fields) -> [AlternativeService]? {
        guard fields.contains(.alternativeServices) else { return nil }
        var services: [AlternativeService] = []
        for member in fields[list: .alternativeServices] {
            if member == "clear" { return [] }
            if services.count < limit, let service = AlternativeService(member) {
                services.append(service)
            }
        }
        return services
    }

    private init?(_ member: Substring) {
        var scanner = FieldScanner(member)
        guard let name = scanner.token(), scanner.consume("="),
            let authority = scanner.quotedString(), let parameters = scanner.parameters(),
            let name = PercentEncoding.decode(name), let place = Self.place(authority)
        else { return nil }
        // RFC 9111 §1.2.2: a number that is too large is read as 2³¹.
        let seconds = parameters["ma"].map { Self.number($0, most: 1 << 31) } ?? 86_400
        guard let seconds else { return nil }
        self.init(
            Redaction.printable(name),
            host: place.host,
            port: place.port,
            lifetime: .seconds(seconds),
            outlivesNetworkChanges: parameters["persist"] == "1"
        )
    }

    private static func place(_ authority: String) -> (host: String?, port: Int)? {
        guard let colon = authority.lastIndex(of: ":"),
            let port = number(authority[authority.index(after: colon)...], most: 65_536),
            (1...65_535).contains(port)
        else { return nil }
        let host = authority[..<colon]
        if host.isEmpty { return (nil, port) }
        guard let uri = try? URI("https://\(host)/"), uri.host == host.lowercased() else {
            return nil
        }
        return (uri.host, port)
    }

    /// Reads a number that consists of digits; a number above the maximum becomes the maximum.
    private static func number(_ text: some StringProtocol, most: Int) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return min(Int(text) ?? most, most)
    }
}

extension AlternativeService: CustomStringConvertible {
    /// The protocol, the address and the lifetime, in one line.
    public var description: String {
        "\(protocolName) at \(host ?? ""):\(port) for \(lifetime.components.seconds) s"
    }
}

extension FieldName {
    /// `Alt-Svc` (RFC 7838 §3).
    static let alternativeServices: FieldName = "Alt-Svc"
}
