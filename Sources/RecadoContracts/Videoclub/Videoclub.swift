// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Recado
public import RecadoHTTP

/// The videoclub: a catalog of films that members add, change, rent and return.
public enum Videoclub: Sendable {
    /// The service as its callers see it.
    public static let api = API(
        name: "videoclub",
        title: "Videoclub",
        version: "1.0.0",
        about: """
            A catalog of films. Anyone may read it; members add films, and change, rent, return and \
            remove those that they added themselves.
            """,
        endpoints: [
            ListFilms.self, ShowFilm.self, CreateFilm.self, EditFilm.self,
            RentFilm.self, ReturnFilm.self, DeleteFilm.self,
        ]
    )
}

/// A member of the videoclub, who proves it by HTTP Basic authentication.
public struct Member: Caller, Hashable {
    /// A name and a password.
    public typealias Credentials = BasicCredentials
    /// `Videoclub`.
    public static var realm: String { "Videoclub" }

    /// The number of the account.
    public let id: Int
    /// The name of the account.
    public let name: String

    /// Creates a member.
    ///
    /// - Parameters:
    ///   - id: The number of the account.
    ///   - name: The name of the account.
    public init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}
