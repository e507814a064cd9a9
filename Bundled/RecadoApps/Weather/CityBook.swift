// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The cities that somebody comes back to, which the browser keeps: the favourites, and
/// those that were looked at last.
struct CityBook: Sendable, Hashable, Codable {
    /// The favourites, the oldest first, each as it is asked for: `Alicante,ES`.
    private(set) var favourites: [String] = []
    /// The cities that were looked at last, the latest first.
    private(set) var recent: [String] = []

    /// The most favourites.
    ///
    /// With the others they fit into the 4 096 bytes that browsers keep of a cookie.
    static let favouriteLimit = 8
    /// The most cities that were looked at last.
    static let recentLimit = 5
    /// The most bytes of a city.
    private static let nameLimit = 80
    private static let cookieName = "cities"

    /// Reads what a browser keeps.
    init(_ visit: Visit) {
        guard let cookie = Cookie.value(of: Self.cookieName, in: visit.request),
            let bytes = Base64.decode(cookie, alphabet: .urlSafe, padding: false),
            let book = try? JSON().decode(CityBook.self, from: bytes)
        else { return }
        favourites = Array(book.favourites.filter(Self.fits).prefix(Self.favouriteLimit))
        recent = Array(book.recent.filter(Self.fits).prefix(Self.recentLimit))
    }

    /// The cities that were looked at last and are no favourites.
    var others: [String] { recent.filter { !favourites.contains($0) } }

    /// Whether there is room for another favourite.
    var isFull: Bool { favourites.count >= Self.favouriteLimit }

    /// Takes note that somebody has looked at a city.
    mutating func visit(_ city: String) {
        guard Self.fits(city) else { return }
        recent = Array(([city] + recent.filter { $0 != city }).prefix(Self.recentLimit))
    }

    /// Makes a city a favourite, or no longer; where there is no room nothing changes.
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
