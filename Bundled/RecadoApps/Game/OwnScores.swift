// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The numbers of the scores that a browser has sent, which the browser keeps itself.
///
/// They contain nothing that the service does not show to everybody.
struct OwnScores: Sendable {
    /// The numbers, the newest first.
    let ids: [Int]

    /// The greatest number of scores that are remembered: 12, since each takes a call.
    static let limit = 12
    /// The cookie's name.
    private static let cookieName = "scores"

    private init(ids: [Int]) {
        self.ids = ids
    }

    /// Reads the cookie of a browser.
    init(_ visit: Visit) {
        let text = Cookie.value(of: Self.cookieName, in: visit.request) ?? ""
        let ids = text.prefix(20 * Self.limit).split(separator: "-").compactMap { Int($0) }
        self.init(ids: Array(ids.prefix(Self.limit)))
    }

    /// Returns the numbers with that of a score that has just been sent.
    func adding(_ id: Int) -> OwnScores {
        OwnScores(ids: Array(([id] + ids.filter { $0 != id }).prefix(Self.limit)))
    }

    /// The cookie that the browser is to keep.
    var cookie: Cookie {
        Cookie(Self.cookieName, ids.map(String.init).joined(separator: "-"), for: Cookie.year)
    }
}
