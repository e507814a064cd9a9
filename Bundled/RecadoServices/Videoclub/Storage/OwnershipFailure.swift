// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints

/// A declared failure of calls that only the owner of a film may make.
protocol OwnershipFailure: Problem {
    /// No film has this number.
    static var noSuchFilm: Self { get }
    /// The film was added by another member.
    static var notOwner: Self { get }
}

extension FilmLocked: OwnershipFailure {}
extension RentFilm.Failure: OwnershipFailure {}
extension ReturnFilm.Failure: OwnershipFailure {}
