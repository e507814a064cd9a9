// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// Adds a film to the catalog.
public struct CreateFilm: Endpoint {
    /// The method and the path.
    public static let route: Route = "POST /api/v1/catalog"
    /// JSON, XML and JSON:API.
    public static let formats = Videoclub.formats
    /// The description of the endpoint.
    public static let about = About("Adds a film to the catalog.", tags: ["catalog"])
    /// 128 KiB, enough for the longest texts with every character escaped.
    public static let contentLimit = 131_072
    /// Answers with 201.
    public static let success = Status.created
    /// The film, with its number.
    public typealias Output = FilmCreated
    /// Only members may call.
    public typealias Caller = Member

    /// The film.
    @Body public var film: FilmDraft

    /// Creates a call.
    ///
    /// - Parameter film: The film.
    public init(film: FilmDraft) {
        self.film = film
    }
}

/// Adds a film to the catalog, but answers with 200, as the iOS course's server did (see
/// ``Videoclub``).
public struct CreateFilmInCourse: Endpoint {
    /// The same as in ``CreateFilm``.
    public static let route = CreateFilm.route
    /// JSON, XML and JSON:API.
    public static let formats = Videoclub.formats
    /// The same as in ``CreateFilm``.
    public static let name = CreateFilm.name
    /// The same as in ``CreateFilm``.
    public static let about = CreateFilm.about
    /// The same as in ``CreateFilm``.
    public static let contentLimit = CreateFilm.contentLimit
    /// Answers with 200.
    public static let success = Status.ok
    /// The film, with its number.
    public typealias Output = CreateFilm.Output
    /// Only members may call.
    public typealias Caller = CreateFilm.Caller

    /// The wrapped call, which differs only in the status of the answer.
    public var call: CreateFilm

    /// Creates a call.
    ///
    /// - Parameter call: The wrapped call, which differs only in the status of the answer.
    public init(_ call: CreateFilm) {
        self.call = call
    }

    /// Reads the inputs of the wrapped call.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        call = try CreateFilm(from: decoder)
    }

    /// Writes the inputs of the wrapped call.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try call.encode(to: encoder)
    }
}

/// Changes a film that the caller has added.
public struct EditFilm: Endpoint {
    /// The method and the path.
    public static let route: Route = "PUT /api/v1/catalog/{id}"
    /// JSON, XML and JSON:API.
    public static let formats = Videoclub.formats
    /// The description of the endpoint.
    public static let about = About("Changes a film.", tags: ["catalog"])
    /// The same as in ``CreateFilm``.
    public static let contentLimit = CreateFilm.contentLimit
    /// The film after the change.
    public typealias Output = Confirmation
    /// Only members may call.
    public typealias Caller = Member
    /// Thrown if the film is missing or was added by another member.
    public typealias Failure = FilmLocked

    /// The number of the film.
    @Path public var id: Int
    /// The changes.
    @Body public var changes: FilmChanges

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - id: The number of the film.
    ///   - changes: The changes.
    public init(id: Int, changes: FilmChanges) {
        self.id = id
        self.changes = changes
    }
}

/// Removes a film that the caller has added.
public struct DeleteFilm: Endpoint {
    /// The method and the path.
    public static let route: Route = "DELETE /api/v1/catalog/{id}"
    /// JSON, XML and JSON:API.
    public static let formats = Videoclub.formats(root: "confirmation")
    /// The description of the endpoint.
    public static let about = About("Removes a film.", tags: ["catalog"])
    /// The message about the removal.
    public typealias Output = Farewell
    /// Only members may call.
    public typealias Caller = Member
    /// Thrown if the film is missing or was added by another member.
    public typealias Failure = FilmLocked

    /// The number of the film.
    @Path public var id: Int

    /// Creates a call.
    ///
    /// - Parameter id: The number of the film.
    public init(id: Int) {
        self.id = id
    }
}
