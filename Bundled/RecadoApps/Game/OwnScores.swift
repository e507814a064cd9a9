// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The numbers of the scores that a browser has sent, which a cookie in the browser stores.
///
/// The cookie is not secret, because the service shows all scores to everybody.
struct OwnScores: Sendable {
    /// The numbers of the scores, newest first.
    let ids: [Int]

    /// The greatest number of stored scores: 12, because reading each requires a call.
    static let limit = 12
    /// The cookie's name.
    private static let cookieName = "scores"

    private init(ids: [Int]) {
        self.ids = ids
    }

    /// Reads the numbers from the browser's cookie.
    init(_ visit: Visit) {
        let text = Cookie.value(of: Self.cookieName, in: visit.request) ?? ""
        let ids = text.prefix(20 * Self.limit).split(separator: "-").compactMap { Int($0) }
        self.init(ids: Array(ids.prefix(Self.limit)))
    }

    /// Returns the numbers, with a new number in front.
    func adding(_ id: Int) -> OwnScores {
        OwnScores(ids: Array(([id] + ids.filter { $0 != id }).prefix(Self.limit)))
    }

    /// The cookie that stores the numbers in the browser.
    var cookie: Cookie {
        Cookie(Self.cookieName, ids.map(String.init).joined(separator: "-"), for: Cookie.year)
    }
}
