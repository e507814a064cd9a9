// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoPasswords
public import RecadoStore

/// The administration of the videoclub's members.
public struct MemberRoll: Sendable {
    private let store: any Store
    private let passwords: PasswordHasher

    /// A member, with the number of the member's films.
    public struct Entry: Sendable, Hashable, Codable {
        /// The name.
        public let name: String
        /// The number of films that the member has added.
        public let films: Int
        /// The time of enrollment, in UTC: `2017-01-31 10:20:30`.
        public let since: String
    }

    /// The ways to treat a member's films when the member is removed.
    public enum FilmsFate: Sendable, Hashable {
        /// A member who has films is not removed.
        case keep
        /// The member's films are removed, too.
        case remove
        /// The films are given to another member.
        case give(to: String)
    }

    /// Opens the administration: brings the schema up to date, but adds no sample films or members.
    ///
    /// - Parameter store: The store that keeps the members.
    /// - Throws: `StoreError`.
    public init(store: any Store) async throws(StoreError) {
        self.store = store
        passwords = PasswordHasher()
        for history in VideoclubSchema.histories { try await store.migrate(history) }
    }

    /// Returns all members, sorted by name.
    public func entries() async throws(StoreError) -> [Entry] {
        try await store.read { transaction in
            try transaction.all(
                """
                SELECT name, (SELECT count(*) FROM film WHERE owner = member.id), created_at
                FROM member ORDER BY lower(name)
                """
            ) { row in
                Entry(name: try row[0], films: try row[1], since: try row[2])
            }
        }
    }

    /// Adds a member.
    ///
    /// - Parameters:
    ///   - name: A valid name that no member has.
    ///   - password: A valid password.
    /// - Throws: ``EnrolmentError``, `StoreError` or `PasswordError`.
    public func add(_ name: String, password: String) async throws {
        try EnrolmentError.check(name: name)
        try EnrolmentError.check(password: password)
        let hash = try await passwords.hash(password)
        let time = Timestamp.text(secondsSince1970: Timestamp.now())
        try await store.write { transaction throws(TransactionError<MemberFailure>) in
            guard try transaction.member(named: name) == nil else { throw .failed(.nameTaken) }
            _ = try transaction.insertMember(named: name, passwordHash: hash, at: time)
        }
    }

    /// Replaces the password of a member; the old password is invalid from the next request on.
    ///
    /// - Parameters:
    ///   - name: The member's name.
    ///   - password: A valid password.
    /// - Throws: ``MemberFailure`` in a `TransactionError`, ``EnrolmentError``, `PasswordError`.
    public func setPassword(of name: String, to password: String) async throws {
        try EnrolmentError.check(password: password)
        let hash = try await passwords.hash(password)
        let time = Timestamp.text(secondsSince1970: Timestamp.now())
        try await store.write { transaction throws(TransactionError<MemberFailure>) in
            let member = try transaction.requiredMember(name)
            let note = VideoclubService.teacherPasswordName
            if member.name == VideoclubService.teacher, try !transaction.isSeeded(note) {
                try transaction.markSeeded(note, at: time)
            }
            try transaction.execute(
                "UPDATE member SET password_hash = \(hash) WHERE id = \(member.id)"
            )
        }
    }

    /// Removes a member.
    ///
    /// - Parameters:
    ///   - name: The member's name.
    ///   - fate: The choice of what happens to the member's films.
    /// - Returns: The number of films that were removed or given away.
    /// - Throws: ``MemberFailure`` in a `TransactionError`.
    public func remove(
        _ name: String,
        films fate: FilmsFate
    ) async throws(TransactionError<MemberFailure>) -> Int {
        try await store.write { transaction throws(TransactionError<MemberFailure>) in
            let id = try transaction.requiredMember(name).id
            let films: Int
            switch fate {
            case .keep:
                films =
                    try transaction.value(
                        "SELECT count(*) FROM film WHERE owner = \(id)",
                        as: Int.self
                    ) ?? 0
                guard films == 0 else { throw .failed(.hasFilms(films)) }
            case .remove:
                films = try transaction.execute("DELETE FROM film WHERE owner = \(id)").count
            case .give(let heir):
                let other = try transaction.requiredMember(heir).id
                guard other != id else { throw .failed(.sameMember) }
                films =
                    try transaction.execute(
                        "UPDATE film SET owner = \(other) WHERE owner = \(id)"
                    ).count
            }
            try transaction.execute("DELETE FROM member WHERE id = \(id)")
            return films
        }
    }
}

/// The reason why an operation on a member fails.
public enum MemberFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// No member has this name.
    case noSuchMember(String)
    /// Another member has the name.
    case nameTaken
    /// The member still has films.
    case hasFilms(Int)
    /// The films would be given to the member who is removed.
    case sameMember

    /// The error message, in one line.
    public var description: String {
        switch self {
        case .noSuchMember(let name): "there is no member \(name)"
        case .nameTaken: "the name is taken by another member"
        case .hasFilms(let count): "the member has \(count) films"
        case .sameMember: "the films cannot go to the member who is removed"
        }
    }
}

extension Transaction<MemberFailure> {
    fileprivate func requiredMember(_ name: String) throws(Thrown) -> Member {
        guard let record = try member(named: name) else { throw .failed(.noSuchMember(name)) }
        return record.member
    }
}
