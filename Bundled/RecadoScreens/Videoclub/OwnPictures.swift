// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints

/// The pictures on the server that sends the page; the page refers to these pictures by their paths
/// alone.
struct OwnPictures: Sendable {
    /// The prefixes of the pictures' addresses, each an origin with a slash.
    private let beginnings: [String]

    /// Creates a value that recognizes pictures by the origins of their addresses.
    init(origins: [String]) { beginnings = origins.map { "\($0)/" } }

    /// Shortens the address of a picture on this server to its path; returns other addresses
    /// unchanged.
    func told(_ address: String) -> String {
        for beginning in beginnings where address.hasPrefix(beginning) {
            let bytes = address.utf8.dropFirst(beginning.utf8.count - 1)
            let path = String(decoding: bytes, as: UTF8.self)
            // Two slashes at the start would lead to another host.
            if !path.utf8.starts(with: "//".utf8) { return path }
        }
        return address
    }

    /// Shortens the address of a film's poster.
    func told(_ film: Film) -> Film {
        var film = film
        film.poster = film.poster.map(told)
        return film
    }

    /// Shortens the addresses of all posters on a page.
    func told(_ page: consuming Page<Film>) -> Page<Film> {
        guard !beginnings.isEmpty else { return page }
        for index in page.elements.indices {
            page.elements[index].poster = page.elements[index].poster.map(told)
        }
        return page
    }
}
