// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// The pictures of the server that pages come from, which are told by their paths.
struct OwnPictures: Sendable {
    /// The origins under which the services name them.
    let origins: [String]

    /// The path of a picture of this server; other addresses as they are.
    func told(_ address: String) -> String {
        for origin in origins where address.utf8.starts(with: "\(origin)/".utf8) {
            let path = String(decoding: address.utf8.dropFirst(origin.utf8.count), as: UTF8.self)
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

    /// The same of every film's.
    func told(_ films: [Film]) -> [Film] {
        origins.isEmpty ? films : films.map(told)
    }
}
