// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// A user's favorite and recently viewed cities, which a cookie in the browser stores.
struct CityBook: Sendable, Hashable, Codable {
    /// The favorites, oldest first, each as requests name it: `Alicante,ES`.
    private(set) var favourites: [String] = []
    /// The recently viewed cities, latest first.
    private(set) var recent: [String] = []

    /// The greatest number of favorites.
    ///
    /// Favorites and recent cities together fit into the 4096 bytes that browsers allow for a
    /// cookie.
    static let favouriteLimit = 8
    /// The greatest number of recently viewed cities.
    static let recentLimit = 5
    /// The greatest length of a city's name, in bytes.
    private static let nameLimit = 80
    private static let cookieName = "cities"

    /// Reads the cities from the browser's cookie.
    init(_ visit: Visit) {
        guard let cookie = Cookie.value(of: Self.cookieName, in: visit.request),
            let bytes = Base64.decode(cookie, alphabet: .urlSafe, padding: false),
            let book = try? JSON().decode(CityBook.self, from: bytes)
        else { return }
        favourites = Array(book.favourites.filter(Self.fits).prefix(Self.favouriteLimit))
        recent = Array(book.recent.filter(Self.fits).prefix(Self.recentLimit))
    }

    /// The recently viewed cities that are not favorites.
    var others: [String] { recent.filter { !favourites.contains($0) } }

    /// True if no more favorites can be added.
    var isFull: Bool { favourites.count >= Self.favouriteLimit }

    /// Records that a city has been viewed.
    mutating func visit(_ city: String) {
        guard Self.fits(city) else { return }
        recent = Array(([city] + recent.filter { $0 != city }).prefix(Self.recentLimit))
    }

    /// Adds a city to the favorites or removes it; if the list is full, no city is added.
    mutating func keep(_ city: String, _ isFavourite: Bool) {
        favourites.removeAll { $0 == city }
        if isFavourite, Self.fits(city), !isFull { favourites.append(city) }
    }

    private static func fits(_ city: String) -> Bool {
        (1...nameLimit).contains(city.utf8.count)
    }

    /// The cookie that stores the cities in the browser.
    var cookie: Cookie {
        let bytes = (try? JSON().encode(self)) ?? []
        let text = Base64.encode(bytes, alphabet: .urlSafe, padding: false)
        return Cookie(Self.cookieName, text, for: Cookie.year)
    }
}
