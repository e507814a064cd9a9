// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoEndpoints
public import RecadoHTTP

/// The videoclub: a catalog of films that members add, change, rent and return.
///
/// The service replaces the server, now gone, of an iOS course (2013 to 2018); see
/// `Documentation/Articles/videoclub.md`. Clients written for that course can call it.
public enum Videoclub: Sendable {
    /// The declaration of the service.
    public static let api = api(in: .declared)

    /// Returns the declaration of the service, with its own answers or those of the iOS course's
    /// server.
    ///
    /// - Parameter manner: The choice between the service's own answers and those of the iOS
    ///   course's server.
    /// - Returns: The declaration; the names and routes of its endpoints are always the same.
    public static func api(in manner: Manner) -> API {
        var api = API(
            name: "videoclub",
            title: "Videoclub",
            version: "1.0.0",
            about: """
                A catalog of films. Anyone may read it; members add films, and change, rent, return \
                and remove those that they added themselves.
                """ + manner.remark,
            endpoints: [
                ListFilms.self, ShowFilm.self, manner.creation, EditFilm.self,
                RentFilm.self, ReturnFilm.self, DeleteFilm.self, IdentifyMember.self,
                ListOwnFilms.self, WatchFilms.self,
            ]
        )
        api.soap = [soap]
        return api
    }

    /// The formats of films: JSON, and XML and JSON:API on request.
    ///
    /// In XML, a film is an element `film`, and a list is an element `films` that contains the
    /// films.
    public static let formats = formats(root: "film")

    /// Returns the formats of an endpoint, with the given name for the root element in XML.
    static func formats(root: String) -> [Format] {
        var xml = XML()
        xml.root = root
        xml.item = "film"
        return [.json, .xml(xml), .jsonAPI]
    }

    /// The path and the names under which the service answers SOAP.
    public static let soap = SOAP.Binding(at: "/soap", namespace: "urn:recado:videoclub")

    /// The choice between the service's own answers and those of the iOS course's server.
    public enum Manner: Sendable, Hashable, CaseIterable {
        /// The answers are those that the endpoints declare.
        case declared
        /// The answers are those of the iOS course's server.
        ///
        /// `rented` is 0 or 1, and a new film is answered with 200. Renting a rented film, or
        /// returning a film that is not rented, succeeds and changes nothing.
        case course

        /// The endpoint that adds a film.
        fileprivate var creation: any Endpoint.Type {
            switch self {
            case .declared: CreateFilm.self
            case .course: CreateFilmInCourse.self
            }
        }

        /// The sentence about the choice of answers, at the end of the declaration's description.
        fileprivate var remark: String {
            switch self {
            case .declared: ""
            case .course:
                " This server answers as the course's did: `rented` is written as 1 or 0, and to "
                    + "rent a rented film or to return a free one is answered with 200."
            }
        }
    }
}

/// A member of the videoclub, authenticated by HTTP Basic authentication.
public struct Member: Caller, Hashable {
    /// A name and a password.
    public typealias Credentials = BasicCredentials
    /// The authentication realm: `Videoclub`.
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
