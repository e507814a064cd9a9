// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoContracts

/// What the videoclub says no to.
extension Trouble {
    static let noSuchFilm = Trouble(
        .missing,
        Phrase(
            "Esta película no está en el videoclub, o ya no está.",
            en: "This film is not in the videoclub, or no longer."
        )
    )
    static let notOwner = Trouble(
        .notAllowed,
        Phrase(
            "No tienes permiso: la película es de otro socio.",
            en: "You may not do this: the film is another member’s."
        )
    )
    static let alreadyRented = Trouble(
        .conflict,
        Phrase("Ya estaba alquilada.", en: "It was rented already.")
    )
    static let notRented = Trouble(
        .conflict,
        Phrase("Ya estaba libre.", en: "It was free already.")
    )
    static let wrongLogin = Trouble(
        .notSignedIn,
        Phrase(
            "El usuario o la contraseña no son correctos.",
            en: "The name or the password is not right."
        )
    )
}

/// Why the videoclub did not change a film, which the app has words of its own for.
protocol FilmRefusal: Problem {
    /// What people are told.
    var trouble: Trouble { get }
}

extension FilmLocked: FilmRefusal {
    var trouble: Trouble {
        switch self {
        case .noSuchFilm: .noSuchFilm
        case .notOwner: .notOwner
        }
    }
}

extension RentFilm.Failure: FilmRefusal {
    var trouble: Trouble {
        switch self {
        case .noSuchFilm: .noSuchFilm
        case .notOwner: .notOwner
        case .alreadyRented: .alreadyRented
        }
    }
}

extension ReturnFilm.Failure: FilmRefusal {
    var trouble: Trouble {
        switch self {
        case .noSuchFilm: .noSuchFilm
        case .notOwner: .notOwner
        case .notRented: .notRented
        }
    }
}
