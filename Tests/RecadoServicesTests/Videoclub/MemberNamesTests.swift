// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServices
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Members who may log in` {
    @Test(arguments: Storage.all)
    func `include the account profesor only after its password is set`(
        _ storage: Storage
    ) async throws {
        try await Club.open(over: storage) { club in
            let roll = try await MemberRoll(store: club.store)
            #expect(try await club.service.memberNames() == ["test123"])
            for password in ["sólo mío", "otra-cosa"] {
                try await roll.setPassword(of: "Profesor", to: password)
                #expect(try await club.service.memberNames() == ["profesor", "test123"])
            }
            _ = try await roll.remove("profesor", films: .give(to: "test123"))
            #expect(try await club.service.memberNames() == ["test123"])
        }
    }

    @Test(arguments: Storage.all)
    func `include a new member with the name profesor`(_ storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let roll = try await MemberRoll(store: club.store)
            _ = try await roll.remove("profesor", films: .remove)
            try await roll.add("profesor", password: "otra-cosa")
            #expect(try await club.service.memberNames() == ["profesor", "test123"])
        }
    }
}
