// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The cities of a user, which the browser keeps: the favourites, and those that were viewed last.
struct CityBook: Sendable, Hashable, Codable {
    /// The favourites, the oldest first, each in the form for requests: `Alicante,ES`.
    private(set) var favourites: [String] = []
    /// The cities that were viewed last, the latest first.
    private(set) var recent: [String] = []

    /// The greatest number of favourites.
    ///
    /// Together with the other cities they fit into the 4 096 bytes that browsers allow for a
    /// cookie.
    static let favouriteLimit = 8
    /// The most cities that were looked at last.
    static let recentLimit = 5
    /// The most bytes of a city.
    private static let nameLimit = 80
    private static let cookieName = "cities"

    /// Reads the cookie of a browser.
    init(_ visit: Visit) {
        guard let cookie = Cookie.value(of: Self.cookieName, in: visit.request),
            let bytes = Base64.decode(cookie, alphabet: .urlSafe, padding: false),
            let book = try? JSON().decode(CityBook.self, from: bytes)
        else { return }
        favourites = Array(book.favourites.filter(Self.fits).prefix(Self.favouriteLimit))
        recent = Array(book.recent.filter(Self.fits).prefix(Self.recentLimit))
    }

    /// The cities that were viewed last and are not favourites.
    var others: [String] { recent.filter { !favourites.contains($0) } }

    /// True if there is no room for another favourite.
    var isFull: Bool { favourites.count >= Self.favouriteLimit }

    /// Records that a city has been viewed.
    mutating func visit(_ city: String) {
        guard Self.fits(city) else { return }
        recent = Array(([city] + recent.filter { $0 != city }).prefix(Self.recentLimit))
    }

    /// Adds a city to the favourites, or removes it; if there is no room, nothing changes.
    mutating func keep(_ city: String, _ isFavourite: Bool) {
        favourites.removeAll { $0 == city }
        if isFavourite, Self.fits(city), !isFull { favourites.append(city) }
    }

    private static func fits(_ city: String) -> Bool {
        (1...nameLimit).contains(city.utf8.count)
    }

    /// The cookie that the browser is to keep.
    var cookie: Cookie {
        let bytes = (try? JSON().encode(self)) ?? []
        let text = Base64.encode(bytes, alphabet: .urlSafe, padding: false)
        return Cookie(Self.cookieName, text, for: Cookie.year)
    }
}
