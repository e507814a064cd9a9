// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// Marks a film as rented.
public struct RentFilm: Endpoint {
    /// The method and the path.
    public static let route: Route = "PUT /api/v1/catalog/{id}/rent"
    /// JSON, XML and JSON:API.
    public static let formats = Videoclub.formats
    /// The description of the endpoint.
    public static let about = About("Marks a film as rented.", tags: ["rental"])
    /// The film after the change.
    public typealias Output = Confirmation
    /// Only members may call.
    public typealias Caller = Member

    /// The reasons why a film could not be rented.
    public enum Failure: Problem, CaseIterable {
        /// No film has this number.
        case noSuchFilm
        /// The film was added by another member.
        case notOwner
        /// The film is rented already.
        case alreadyRented

        /// The status of the response: 404, 403 or 409.
        public var status: Status {
            switch self {
            case .noSuchFilm: .notFound
            case .notOwner: .forbidden
            case .alreadyRented: .conflict
            }
        }

        /// The error message.
        public var title: String {
            switch self {
            case .noSuchFilm: "Recurso no encontrado"
            case .notOwner: "No tienes permisos"
            case .alreadyRented: "Ya está alquilada"
            }
        }

        /// The next step for the caller.
        public var remedy: String? {
            self == .notOwner ? ownersOnly : nil
        }
    }

    /// The number of the film.
    @Path public var id: Int

    /// Creates a call.
    ///
    /// - Parameter id: The number of the film.
    public init(id: Int) {
        self.id = id
    }
}

/// Marks a film as returned.
public struct ReturnFilm: Endpoint {
    /// The method and the path.
    public static let route: Route = "PUT /api/v1/catalog/{id}/return"
    /// JSON, XML and JSON:API.
    public static let formats = Videoclub.formats
    /// The description of the endpoint.
    public static let about = About("Marks a film as returned.", tags: ["rental"])
    /// The film after the change.
    public typealias Output = Confirmation
    /// Only members may call.
    public typealias Caller = Member

    /// The reasons why a film could not be returned.
    public enum Failure: Problem, CaseIterable {
        /// No film has this number.
        case noSuchFilm
        /// The film was added by another member.
        case notOwner
        /// The film is not rented.
        case notRented

        /// The status of the response: 404, 403 or 409.
        public var status: Status {
            switch self {
            case .noSuchFilm: .notFound
            case .notOwner: .forbidden
            case .notRented: .conflict
            }
        }

        /// The error message.
        public var title: String {
            switch self {
            case .noSuchFilm: "Recurso no encontrado"
            case .notOwner: "No tienes permisos"
            case .notRented: "No está alquilada"
            }
        }

        /// The next step for the caller.
        public var remedy: String? {
            self == .notOwner ? ownersOnly : nil
        }
    }

    /// The number of the film.
    @Path public var id: Int

    /// Creates a call.
    ///
    /// - Parameter id: The number of the film.
    public init(id: Int) {
        self.id = id
    }
}

/// The next step for a caller who rents or returns the film of another member.
private var ownersOnly: String {
    Language.words(
        "Only the member who added a film may rent and return it.",
        es: "Solo el socio que añadió una película puede alquilarla y devolverla."
    )
}
