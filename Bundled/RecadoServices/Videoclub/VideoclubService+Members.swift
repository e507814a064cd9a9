// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoPasswords
public import RecadoStore

extension VideoclubService {
    /// Adds a member.
    ///
    /// - Parameters:
    ///   - name: A name of 1 to 64 ASCII letters, digits, dots, hyphens, underscores and at signs.
    ///     Names that differ only in case count as equal.
    ///   - password: A password of 6 to 128 characters.
    /// - Returns: The member.
    /// - Throws: ``EnrolmentError`` when the name or the password is unsuitable, `StoreError` when
    ///   the store fails, and `PasswordError` under load.
    @discardableResult
    public func enrol(named name: String, password: String) async throws -> Member {
        try EnrolmentError.check(name: name)
        try EnrolmentError.check(password: password)
        let hash = try await passwords.hash(password)
        let time = timestamp
        do throws(StoreError) {
            let id = try await store.write {
                try $0.insertMember(named: name, passwordHash: hash, at: time)
            }
            return Member(id: id, name: name)
        } catch {
            guard error.code == .uniqueConstraint else { throw error }
            throw EnrolmentError.nameTaken
        }
    }

    /// Returns the names of the members who can log in: all except the initial teacher, whose
    /// password is unknown until an administrator sets it.
    public func memberNames() async throws(StoreError) -> [String] {
        try await store.read { transaction in
            try transaction.all(
                """
                SELECT name FROM member
                WHERE name <> \(Self.teacher)
                OR EXISTS (SELECT 1 FROM seeding WHERE seeding.name = \(Self.teacherPasswordName))
                OR NOT EXISTS (
                    SELECT 1 FROM seeding
                    WHERE seeding.name = \(Self.seedName) AND done_at = member.created_at
                )
                ORDER BY lower(name)
                """
            ) { row in try row[0] }
        }
    }

    // MARK: - Passwords

    /// Returns the member with these credentials; `nil` for an unknown name or a wrong password.
    func member(with credentials: BasicCredentials) async throws(ProblemDetails) -> Member? {
        let name = credentials.user
        let password = credentials.password
        let record: MemberRecord?
        do throws(StoreError) {
            record = try await store.read { try $0.member(named: name) }
        } catch {
            report(error)
            throw ProblemDetails(translating: error)
        }
        let user = record?.member.name ?? name
        do throws(PasswordError) {
            let isRight = try await verifier.verify(
                password,
                of: user,
                against: record?.passwordHash
            )
            guard isRight, let record, isDemonstration || !isGuest(credentials) else { return nil }
            await renewHash(of: record, password: password)
            return record.member
        } catch {
            throw .overloaded("Passwords cannot be verified now; try again in a moment.")
        }
    }

    /// Replaces a hash whose cost differs from the current cost; this requires the password.
    private func renewHash(of record: MemberRecord, password: String) async {
        guard passwords.needsRehash(record.passwordHash) else { return }
        // If hashing fails, the old hash stays in use until a later call replaces it.
        guard let hash = try? await passwords.hash(password) else { return }
        let (id, old) = (record.member.id, record.passwordHash)
        do throws(StoreError) {
            try await store.write { try $0.replaceHash(of: id, old, with: hash) }
        } catch {
            // The login succeeds even if the new hash cannot be stored.
            report(error)
        }
    }
}

/// The reason why a member cannot be added.
@nonexhaustive
public enum EnrolmentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name is empty, too long, or has characters that are not allowed.
    case unsuitableName
    /// The password is too short or too long.
    case unsuitablePassword
    /// Another member has the name.
    case nameTaken

    /// The error message: the problem, and the values that were expected.
    public var description: String {
        switch self {
        case .unsuitableName:
            "the name is unsuitable; expected 1 to 64 ASCII letters, digits and . _ - @"
        case .unsuitablePassword: "the password is unsuitable; expected 6 to 128 characters"
        case .nameTaken: "the name is taken by another member"
        }
    }
}

extension EnrolmentError {
    /// Throws an error for a name that a member cannot have.
    static func check(name: String) throws(EnrolmentError) {
        let isSuitable =
            (1...64).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-", "@": true
                default: false
                }
            }
        guard isSuitable else { throw .unsuitableName }
    }

    /// Throws an error for a password that is too short or too long.
    static func check(password: String) throws(EnrolmentError) {
        let count = password.unicodeScalars.count
        guard (6...128).contains(count) else { throw .unsuitablePassword }
    }
}
