// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoServerStore
import RecadoStore

extension VideoclubService {
    /// Marks a film as rented.
    func rent(
        _ call: RentFilm,
        by member: Member
    ) async throws(HandlerError<RentFilm.Failure>) -> Confirmation {
        let id = call.id
        let time = timestamp
        let film = try await transactions.write {
            transaction throws(TransactionError<RentFilm.Failure>) in
            var film = try transaction.film(id, ownedBy: member)
            guard !film.rented else {
                if manner == .course { return film }
                throw .failed(.alreadyRented)
            }
            try transaction.notify(Self.channel, "\(id)")
            transaction.nextIsLast()
            try transaction.update(id, isRented: true, at: time)
            film.rented = true
            film.updatedAt = time
            return film
        }
        return Confirmation(shown(film), "La película se ha marcado como alquilada")
    }

    /// Marks a film as returned.
    func giveBack(
        _ call: ReturnFilm,
        by member: Member
    ) async throws(HandlerError<ReturnFilm.Failure>) -> Confirmation {
        let id = call.id
        let time = timestamp
        let film = try await transactions.write {
            transaction throws(TransactionError<ReturnFilm.Failure>) in
            var film = try transaction.film(id, ownedBy: member)
            guard film.rented else {
                if manner == .course { return film }
                throw .failed(.notRented)
            }
            try transaction.notify(Self.channel, "\(id)")
            transaction.nextIsLast()
            try transaction.update(id, isRented: false, at: time)
            film.rented = false
            film.updatedAt = time
            return film
        }
        return Confirmation(shown(film), "La película se ha marcado como devuelta")
    }
}
