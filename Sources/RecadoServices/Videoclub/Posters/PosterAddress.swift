// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoServer

/// How addresses of posters are stored and shown.
///
/// Posters of our own are stored as paths, so that a database can move to another address, and shown as whole
/// URLs. Only the paths of posters that exist are treated so: other addresses stay as members wrote
/// them, and no longer than they were.
struct PosterAddress: Sendable {
    /// What stands before the paths: `https://example.org`, without a slash at the end.
    private var base: String
    /// Whether clients of trusted proxies see posters where they see the service.
    private let followsProxies: Bool

    /// The longest base: a whole address has at most 255 characters.
    private static let baseLimit = 180

    init(publicBase: String, followsProxies: Bool) {
        base = publicBase.hasSuffix("/") ? String(publicBase.dropLast()) : publicBase
        self.followsProxies = followsProxies
    }

    /// The same for the client of the present request.
    var forPresentClient: PosterAddress {
        guard followsProxies, let origin = ForwardedOrigin.current,
            origin.utf8.count <= Self.baseLimit
        else { return self }
        var address = self
        address.base = origin
        return address
    }

    /// What is stored for what a member sent; nothing for an empty text.
    func stored(_ sent: String?) -> String? {
        guard let sent, !sent.isEmpty else { return nil }
        guard sent.utf8.starts(with: base.utf8) else { return sent }
        let path = String(decoding: sent.utf8.dropFirst(base.utf8.count), as: UTF8.self)
        return Posters.paths.contains(path) ? path : sent
    }

    /// What is shown for what is stored; nothing for a text that was stored before there were rules.
    func shown(_ stored: String?) -> String? {
        guard let stored, Self.isAllowed(stored) else { return nil }
        return Posters.paths.contains(stored) ? base + stored : stored
    }

    // MARK: - What is allowed

    /// What is said of a text that will not do.
    static let expectation = "expected an address of http or https, or a path of this server"

    /// Whether a text may be a poster's address: `http` or `https` with a host, or a path of this server.
    ///
    /// Pages of others put it where a browser acts on it: other schemes run scripts, and browsers read
    /// blanks, control characters and backslashes in an address in ways of their own.
    static func isAllowed(_ text: String) -> Bool {
        let isPlain = text.unicodeScalars.allSatisfy {
            switch $0.value {
            case 0...0x20, 0x7F...0xA0, 0x5C: false
            default: true
            }
        }
        guard isPlain else { return false }
        // By bytes, as browsers read it: a mark behind a slash makes another character of both.
        let bytes = text.utf8
        if bytes.first == UInt8(ascii: "/") { return !bytes.starts(with: "//".utf8) }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            ["http", "https"].contains(text[..<colon].lowercased())
        else { return false }
        let rest = bytes[colon...]
        guard rest.starts(with: "://".utf8), let first = rest.dropFirst(3).first else {
            return false
        }
        return !"/?#:@".utf8.contains(first)
    }

    /// What is wrong with a poster that a member sent: nothing with none, or with an empty text for none.
    static func errors(in sent: String?) -> [InputError] {
        // U+0000 is named for every text.
        guard let sent, !sent.isEmpty, !sent.utf8.contains(0), !isAllowed(sent) else { return [] }
        return [InputError(at: .content("/poster"), code: "format", detail: expectation)]
    }
}
