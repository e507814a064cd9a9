// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoHTTP
import RecadoPasswords
import RecadoServerStore
import RecadoStore

extension VideoclubService {
    /// The name under which the database records that the films have been added.
    static var seedName: String { "catalog" }
    /// The name under which the database records that the demonstration's member has yet to be
    /// added.
    private static var missingGuestName: String { "catalog without test123" }

    /// The name under which the database records that an administrator has set the teacher's
    /// password.
    static var teacherPasswordName: String { "password of profesor" }

    /// The name and also the password of the demonstration's member; anyone may log in with them.
    public static var guest: String { "test123" }
    static var teacher: String { "profesor" }

    /// True if these are the public credentials of the demonstration's member.
    func isGuest(_ credentials: BasicCredentials) -> Bool {
        credentials.user.lowercased() == Self.guest && credentials.password == Self.guest
    }

    /// Fills an empty database with the films from the list of the iOS course, and adds the
    /// demonstration's member.
    ///
    /// Each of the two steps happens only once.
    func plantSeeds() async throws {
        let (isSeeded, lacksGuest) = try await store.read { transaction in
            (
                try transaction.isSeeded(Self.seedName),
                try transaction.isSeeded(Self.missingGuestName)
            )
        }
        if !isSeeded { try await plantFilms() }
        if isDemonstration, lacksGuest || !isSeeded { try await plantGuest() }
    }

    /// Adds the films, which at first all belong to the teacher.
    private func plantFilms() async throws {
        // This password is never shown or logged, so that nobody can change the teacher's films.
        var system = SystemRandomNumberGenerator()
        let unknown = (0..<4).map { _ in String(system.next(), radix: 16) }.joined()
        let hash = try await passwords.hash(unknown)
        let time = timestamp
        try await store.write { transaction in
            // Another process may have filled the database since the check above.
            guard try !transaction.isSeeded(Self.seedName) else { return }
            let teacher = try transaction.seedMember(Self.teacher, hash, at: time)
            for seed in FilmSeeds.all { try transaction.insert(seed, owner: teacher, at: time) }
            try transaction.markSeeded(Self.seedName, at: time)
            try transaction.markSeeded(Self.missingGuestName, at: time)
        }
    }

    /// Adds the demonstration's member, who gets some of the films that still belong to the
    /// teacher.
    private func plantGuest() async throws {
        let hash = try await passwords.hash(Self.guest)
        let time = timestamp
        try await store.write { transaction in
            guard try transaction.isSeeded(Self.missingGuestName) else { return }
            let guest = try transaction.seedMember(Self.guest, hash, at: time)
            if let teacher = try transaction.member(named: Self.teacher)?.member.id {
                for seed in FilmSeeds.all where seed.owner == .guest {
                    try transaction.execute(
                        """
                        UPDATE film SET owner = \(guest)
                        WHERE owner = \(teacher) AND title = \(seed.title) AND year = \(seed.year)
                        """
                    )
                }
            }
            try transaction.execute(
                "DELETE FROM seeding WHERE name = \(Self.missingGuestName)"
            )
        }
    }
}

extension Transaction {
    /// Returns the number of an initial member, after adding the member if necessary.
    fileprivate func seedMember(
        _ name: String,
        _ passwordHash: String,
        at time: String
    ) throws(Thrown) -> Int {
        if let record = try member(named: name) { return record.member.id }
        return try insertMember(named: name, passwordHash: passwordHash, at: time)
    }

    /// Adds a sample film.
    fileprivate func insert(_ seed: FilmSeed, owner: Int, at time: String) throws(Thrown) {
        var film = Film(
            id: 0,
            title: seed.title,
            year: seed.year,
            director: seed.director,
            createdAt: time
        )
        film.poster = Posters.path(of: seed.poster)
        film.synopsis = seed.synopsis
        film.rented = seed.isRented
        _ = try insert(film, owner: owner)
    }
}
