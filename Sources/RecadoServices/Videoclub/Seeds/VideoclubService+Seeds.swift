// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoPasswords
import RecadoStore

extension VideoclubService {
    /// The name by which the database remembers that it was filled.
    static var seedName: String { "catalog" }

    /// Fills an empty database with two members and the films of the course's list, once.
    func plantSeeds() async throws {
        let isSeeded = try await store.read { try $0.isSeeded(Self.seedName) }
        guard !isSeeded else { return }
        let guest = try await passwords.hash("test123")
        // Nobody is told this password, not even a log: the teacher's films stay as they are.
        var system = SystemRandomNumberGenerator()
        let unknown = (0..<4).map { _ in String(system.next(), radix: 16) }.joined()
        let teacher = try await passwords.hash(unknown)
        let time = timestamp
        try await store.write { transaction in
            // Another program may have been faster since the look-up above.
            guard try !transaction.isSeeded(Self.seedName) else { return }
            let teacherID = try transaction.seedMember("profesor", teacher, at: time)
            let guestID = try transaction.seedMember("test123", guest, at: time)
            for seed in FilmSeeds.all {
                let owner = seed.owner == .teacher ? teacherID : guestID
                try transaction.insert(seed, owner: owner, at: time)
            }
            try transaction.markSeeded(Self.seedName, at: time)
        }
    }
}

extension Transaction {
    /// The number of a member whom the catalog begins with, who may have been added before.
    fileprivate func seedMember(
        _ name: String,
        _ passwordHash: String,
        at time: String
    ) throws(Thrown) -> Int {
        if let record = try member(named: name) { return record.member.id }
        return try insertMember(named: name, passwordHash: passwordHash, at: time)
    }

    /// Adds a film that the catalog begins with.
    fileprivate func insert(_ seed: FilmSeed, owner: Int, at time: String) throws(Thrown) {
        let fields = FilmFields(
            title: seed.title,
            year: seed.year,
            director: seed.director,
            poster: Posters.path(of: seed.poster),
            synopsis: seed.synopsis,
            isRented: seed.isRented
        )
        _ = try insert(fields, owner: owner, at: time)
    }
}
