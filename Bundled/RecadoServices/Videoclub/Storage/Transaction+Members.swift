// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoStore

/// A row of the table of members.
struct MemberRecord: Sendable, RowDecodable {
    /// The member.
    let member: Member
    /// The hash of the password, as a PHC string.
    let passwordHash: String

    init(row: borrowing Row) throws(StoreError) {
        member = Member(id: try row[0], name: try row[1])
        passwordHash = try row[2]
    }
}

extension Transaction {
    /// Returns the member with a name, regardless of case; `nil` if there is none.
    func member(named name: String) throws(Thrown) -> MemberRecord? {
        // SQLite's column ignores case by itself; PostgreSQL has an index on `lower(name)`.
        let condition: Statement =
            switch dialect {
            case .sqlite: "name = \(name)"
            case .postgreSQL: "lower(name) = lower(\(name))"
            }
        return try first("SELECT id, name, password_hash FROM member WHERE \(condition)")
    }

    /// Adds a member, and returns the assigned number.
    func insertMember(
        named name: String,
        passwordHash: String,
        at time: String
    ) throws(Thrown) -> Int {
        let id = try value(
            """
            INSERT INTO member (name, password_hash, created_at)
            VALUES (\(name), \(passwordHash), \(time)) RETURNING id
            """,
            as: Int.self
        )
        // The insertion's RETURNING clause always yields a row.
        return id ?? 0
    }

    /// Replaces the hash of a member's password, unless the hash has been changed meanwhile.
    func replaceHash(of id: Int, _ old: String, with new: String) throws(Thrown) {
        try execute(
            """
            UPDATE member SET password_hash = \(new) WHERE id = \(id) AND password_hash = \(old)
            """
        )
    }

    /// True if the table of initial rows contains a mark with this name.
    ///
    /// Most marks mean that initial rows have been inserted.
    func isSeeded(_ name: String) throws(Thrown) -> Bool {
        try value("SELECT count(*) FROM seeding WHERE name = \(name)", as: Int.self) != 0
    }

    /// Adds a mark with this name to the table of initial rows.
    func markSeeded(_ name: String, at time: String) throws(Thrown) {
        try execute("INSERT INTO seeding (name, done_at) VALUES (\(name), \(time))")
    }
}
