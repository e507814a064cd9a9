// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A store of sessions.
///
/// Servers that should accept each other's sessions share a store. The keys are hashes, so that a
/// reader of the store cannot take over a session.
public protocol SessionStore: Sendable {
    /// Stores a new session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - key: The key of the session: 64 hexadecimal digits.
    /// - Throws: An error when the session cannot be stored.
    func insert(_ session: Session, for key: String) async throws

    /// Finds a session.
    ///
    /// - Parameter key: The key of the session.
    /// - Returns: The session; `nil` when there is none.
    /// - Throws: An error when the store fails.
    func session(for key: String) async throws -> Session?

    /// Records the last use of a session.
    ///
    /// - Parameters:
    ///   - key: The key of the session; nothing happens if there is no such session.
    ///   - time: The time, in seconds since 1970.
    /// - Throws: An error when the time cannot be stored.
    func touch(_ key: String, at time: Int64) async throws

    /// Removes a session.
    ///
    /// - Parameter key: The key of the session; nothing happens if there is no such session.
    /// - Throws: An error when the session cannot be removed.
    func remove(_ key: String) async throws

    /// Removes all sessions of an account.
    ///
    /// - Parameter account: The account that the sessions belong to.
    /// - Throws: An error when the sessions cannot be removed.
    func removeAll(of account: String) async throws
}

/// A session of an account.
public struct Session: Sendable, Hashable {
    /// The account that the session belongs to.
    public let account: String
    /// The time at which the session began, in seconds since 1970.
    public let beganAt: Int64
    /// The time of the session's last use, in seconds since 1970; it may be up to a minute too
    /// early.
    public var usedAt: Int64

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - account: The account that the session belongs to.
    ///   - beganAt: The time at which the session began, in seconds since 1970.
    ///   - usedAt: The time of the session's last use, in seconds since 1970.
    public init(account: String, beganAt: Int64, usedAt: Int64) {
        self.account = account
        self.beganAt = beganAt
        self.usedAt = usedAt
    }
}
