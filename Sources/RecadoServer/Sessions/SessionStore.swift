// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A store of sessions.
///
/// Servers that are to know each other's sessions share a store. The keys that it gets are hashes:
/// a reader of the store cannot take over a session.
public protocol SessionStore: Sendable {
    /// Keeps a new session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - key: The key that it is found by: 64 hexadecimal digits.
    /// - Throws: An error when it cannot be kept.
    func insert(_ session: Session, for key: String) async throws

    /// Finds a session.
    ///
    /// - Parameter key: The key that it is found by.
    /// - Returns: The session; `nil` when there is none.
    /// - Throws: An error when the store fails.
    func session(for key: String) async throws -> Session?

    /// Records the last use of a session.
    ///
    /// - Parameters:
    ///   - key: The key that it is found by; nothing happens without such a session.
    ///   - time: The time, in seconds since 1970.
    /// - Throws: An error when it cannot be kept.
    func touch(_ key: String, at time: Int64) async throws

    /// Forgets a session.
    ///
    /// - Parameter key: The key that it is found by; nothing happens if there is no such session.
    /// - Throws: An error when it cannot be forgotten.
    func remove(_ key: String) async throws

    /// Forgets all sessions of an account.
    ///
    /// - Parameter account: The account that the sessions belong to.
    /// - Throws: An error when they cannot be forgotten.
    func removeAll(of account: String) async throws
}

/// A session of an account.
public struct Session: Sendable, Hashable {
    /// The account that the session belongs to.
    public let account: String
    /// The time at which it began, in seconds since 1970.
    public let beganAt: Int64
    /// The time of its last use, in seconds since 1970; it may lag behind by a minute.
    public var usedAt: Int64

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - account: The account that it belongs to.
    ///   - beganAt: The time at which it began, in seconds since 1970.
    ///   - usedAt: The time of its last use, in seconds since 1970.
    public init(account: String, beganAt: Int64, usedAt: Int64) {
        self.account = account
        self.beganAt = beganAt
        self.usedAt = usedAt
    }
}
