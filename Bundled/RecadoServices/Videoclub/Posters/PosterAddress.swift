// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoServer

/// The rules by which addresses of posters are stored and shown.
///
/// Posters of our own and those of the film database beside us are stored as paths, so that a
/// database can move to another address, and shown as whole URLs. Other addresses stay as members
/// wrote them, and no longer than they were.
struct PosterAddress: Sendable {
    /// The base of the paths: `https://example.org`, without a slash at the end.
    private var base: String
    /// The addresses of the posters that the catalog begins with, by path; none
    /// where the base is one request's.
    private var known: [String: String] = [:]
    /// Whether clients of trusted proxies see posters where they see the service.
    private let followsProxies: Bool
    /// Whether other clients see posters at the host that their requests name.
    private let followsRequests: Bool

    /// The longest base: a whole address has at most 255 characters.
    private static let baseLimit = 180
    /// The most bytes of a path that is shown behind a base.
    private static let pathLimit = 255 - baseLimit

    init(publicBase: String, followsProxies: Bool, followsRequests: Bool) {
        base = publicBase.hasSuffix("/") ? String(publicBase.dropLast()) : publicBase
        self.followsProxies = followsProxies
        self.followsRequests = followsRequests
        for path in Posters.paths { known[path] = base + path }
    }

    /// The same for the client of the present request.
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

    /// The address of a path of this server.
    func whole(_ path: String) -> String { base + path }

    /// Returns the text to store for an address that a member sent; `nil` for an empty text.
    func stored(_ sent: String?) -> String? {
        guard let sent, !sent.isEmpty else { return nil }
        guard sent.utf8.starts(with: base.utf8) else { return sent }
        let path = String(decoding: sent.utf8.dropFirst(base.utf8.count), as: UTF8.self)
        return Self.isOwn(path) ? path : sent
    }

    /// Whether a path is that of a poster which this server draws.
    private static func isOwn(_ path: String) -> Bool {
        Posters.paths.contains(path)
            || TitlePosters.isPath(path) && path.utf8.count <= pathLimit
    }

    /// Returns the address to show for a stored text; `nil` for a text that was stored before there
    /// were rules.
    func shown(_ stored: String?) -> String? {
        guard let stored else { return nil }
        if let address = known[stored] { return address }
        guard OptionalPoster.isAllowed(stored) else { return nil }
        return Self.isOwn(stored) ? base + stored : stored
    }
}
