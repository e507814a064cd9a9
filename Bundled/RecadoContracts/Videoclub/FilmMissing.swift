// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// The reason why a film could not be shown.
public enum FilmMissing: Problem, CaseIterable {
    /// No film has this number.
    case noSuchFilm

    /// The status of the response: 404.
    public var status: Status { .notFound }
    /// The error message.
    public var title: String { "Recurso no encontrado" }
}

/// The reasons why a film could not be changed or removed.
public enum FilmLocked: Problem, CaseIterable {
    /// No film has this number.
    case noSuchFilm
    /// The film was added by another member.
    case notOwner

    /// The status of the response: 404 or 403.
    public var status: Status {
        switch self {
        case .noSuchFilm: .notFound
        case .notOwner: .forbidden
        }
    }

    /// The error message.
    public var title: String {
        switch self {
        case .noSuchFilm: "Recurso no encontrado"
        case .notOwner: "No tienes permisos"
        }
    }

    /// The next step for the caller.
    public var remedy: String? {
        self == .notOwner
            ? Language.words(
                "Only the member who added a film may change it.",
                es: "Solo el socio que añadió una película puede cambiarla."
            ) : nil
    }
}
