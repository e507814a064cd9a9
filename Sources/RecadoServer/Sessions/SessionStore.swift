// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A store of sessions.
///
/// Servers that are to know each other's sessions share one. The keys that it gets are hashes: a
/// reader of the store cannot take a session over.
public protocol SessionStore: Sendable {
    /// Keeps a new session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - key: The key that it is found by: 64 hexadecimal digits.
    /// - Throws: When it cannot be kept.
    func insert(_ session: Session, for key: String) async throws

    /// Finds a session.
    ///
    /// - Parameter key: The key that it is found by.
    /// - Returns: The session; `nil` when there is none.
    /// - Throws: When nobody can tell.
    func session(for key: String) async throws -> Session?

    /// Takes note of a session's last use.
    ///
    /// - Parameters:
    ///   - key: The key that it is found by; nothing happens without such a session.
    ///   - time: The time, in seconds since 1970.
    /// - Throws: When it cannot be kept.
    func touch(_ key: String, at time: Int64) async throws

    /// Forgets a session.
    ///
    /// - Parameter key: The key that it is found by; nothing happens without such a session.
    /// - Throws: When it cannot be forgotten.
    func remove(_ key: String) async throws

    /// Forgets all sessions of somebody.
    ///
    /// - Parameter account: The account that the sessions belong to.
    /// - Throws: When they cannot be forgotten.
    func removeAll(of account: String) async throws
}

/// Somebody's session.
public struct Session: Sendable, Hashable {
    /// The account that the session belongs to.
    public let account: String
    /// When it began, in seconds since 1970.
    public let beganAt: Int64
    /// When it was last used, in seconds since 1970; it may be a minute late.
    public var usedAt: Int64

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - account: The account that it belongs to.
    ///   - beganAt: When it began, in seconds since 1970.
    ///   - usedAt: When it was last used, in seconds since 1970.
    public init(account: String, beganAt: Int64, usedAt: Int64) {
        self.account = account
        self.beganAt = beganAt
        self.usedAt = usedAt
    }
}
