// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints

/// The pictures of the server that pages come from, which are told by their paths.
struct OwnPictures: Sendable {
    /// The beginnings of their addresses, each an origin with a slash.
    private let beginnings: [String]

    /// Creates pictures that services name under some origins.
    init(origins: [String]) { beginnings = origins.map { "\($0)/" } }

    /// The path of a picture of this server; other addresses as they are.
    func told(_ address: String) -> String {
        for beginning in beginnings where address.hasPrefix(beginning) {
            let bytes = address.utf8.dropFirst(beginning.utf8.count - 1)
            let path = String(decoding: bytes, as: UTF8.self)
            // Two slashes would lead to another host.
            if !path.utf8.starts(with: "//".utf8) { return path }
        }
        return address
    }

    /// The same of a film's poster.
    func told(_ film: Film) -> Film {
        var film = film
        film.poster = film.poster.map(told)
        return film
    }

    /// The same of every film's on a page, each in its place.
    func told(_ page: consuming Page<Film>) -> Page<Film> {
        guard !beginnings.isEmpty else { return page }
        for index in page.elements.indices {
            page.elements[index].poster = page.elements[index].poster.map(told)
        }
        return page
    }
}
