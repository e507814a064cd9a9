// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoServer

/// The rules for storing and showing the addresses of posters.
///
/// Addresses of posters that this server draws are stored as paths, so that the server can move to
/// another address, and are shown as whole URLs. Other addresses stay exactly as members wrote
/// them.
struct PosterAddress: Sendable {
    /// The base of the paths: `https://example.org`, without a slash at the end.
    private var base: String
    /// The addresses of the catalog's initial posters, by path; empty if the base comes from a
    /// request.
    private var known: [String: String] = [:]
    /// True to use, for clients of a trusted proxy, the origin that the proxy reports.
    private let followsProxies: Bool
    /// True to use, for other clients, the host that their requests name.
    private let followsRequests: Bool

    /// The greatest number of bytes in a base; a whole address has at most 255 characters.
    private static let baseLimit = 180
    /// The greatest number of bytes in a path that is shown after a base.
    private static let pathLimit = 255 - baseLimit

    init(publicBase: String, followsProxies: Bool, followsRequests: Bool) {
        base = publicBase.hasSuffix("/") ? String(publicBase.dropLast()) : publicBase
        self.followsProxies = followsProxies
        self.followsRequests = followsRequests
        for path in Posters.paths { known[path] = base + path }
    }

    /// The same rules, with the base that suits the client of the current request.
    var forPresentClient: PosterAddress {
        let told = followsProxies ? ForwardedOrigin.current : nil
        let origin = told ?? (followsRequests ? RequestOrigin.current : "")
        guard !origin.isEmpty, origin != base, origin.utf8.count <= Self.baseLimit else {
            return self
        }
        var address = self
        address.base = origin
        address.known = [:]
        return address
    }

    /// Returns the whole address for a path of this server.
    func whole(_ path: String) -> String { base + path }

    /// Returns the text to store for an address that a member sent; `nil` for an empty text.
    func stored(_ sent: String?) -> String? {
        guard let sent, !sent.isEmpty else { return nil }
        guard sent.utf8.starts(with: base.utf8) else { return sent }
        let path = String(decoding: sent.utf8.dropFirst(base.utf8.count), as: UTF8.self)
        return Self.isOwn(path) ? path : sent
    }

    /// True if a path is the path of a poster that this server draws.
    private static func isOwn(_ path: String) -> Bool {
        Posters.paths.contains(path)
            || TitlePosters.isPath(path) && path.utf8.count <= pathLimit
    }

    /// Returns the address to show for a stored text; `nil` for a stored text that breaks the
    /// current rules.
    func shown(_ stored: String?) -> String? {
        guard let stored else { return nil }
        if let address = known[stored] { return address }
        guard OptionalPoster.isAllowed(stored) else { return nil }
        return Self.isOwn(stored) ? base + stored : stored
    }
}
