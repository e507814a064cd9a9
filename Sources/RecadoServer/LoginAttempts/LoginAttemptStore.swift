// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// A store of the number of failed attempts to authenticate.
///
/// Servers that should count failures together share a store.
public protocol LoginAttemptStore: Sendable {
    /// Returns the time that must pass before the credentials of an attempt are checked.
    ///
    /// - Parameters:
    ///   - attempt: The attempt.
    ///   - limits: The limits of failures.
    /// - Returns: The time to wait; zero if the credentials may be checked now.
    /// - Throws: An error when the store fails; the credentials are then checked.
    func wait(
        for attempt: LoginAttempt,
        _ limits: Service.LoginAttemptLimits
    ) async throws -> Duration

    /// Determines once more how long the attempt has to wait, as ``wait(for:_:)`` does; if it does
    /// not have to wait, records the outcome.
    ///
    /// For a failure, both happen in one atomic step.
    ///
    /// - Parameters:
    ///   - attempt: The attempt that was made.
    ///   - isRight: True if the credentials were right.
    ///   - limits: The limits of failures.
    /// - Returns: Zero if the client may learn the outcome; otherwise the time to wait, because
    ///   other attempts have failed too often in the meantime. As a result, many simultaneous
    ///   attempts reveal no more than the same number of attempts made one after another.
    /// - Throws: An error when the outcome cannot be recorded; the client then learns the outcome.
    func conclude(
        _ attempt: LoginAttempt,
        isRight: Bool,
        _ limits: Service.LoginAttemptLimits
    ) async throws -> Duration
}

/// An attempt to authenticate, with the properties by which failures are counted.
public struct LoginAttempt: Sendable, Hashable {
    /// The realm that the credentials are for.
    public let realm: String
    /// The account that the credentials name, in lowercase, at most 128 bytes; `nil` for none.
    ///
    /// Names that differ only in case, and long names with the same beginning, are counted
    /// together: at worst, users of both names have to wait.
    public let account: String?
    /// The sender's address, or its network for IPv6; `nil` for a sender on this machine.
    public let address: String?

    /// Creates an attempt.
    ///
    /// - Parameters:
    ///   - realm: The realm that the credentials are for.
    ///   - account: The account that the credentials name.
    ///   - address: The address of the sender.
    public init(realm: String, account: String?, address: String?) {
        self.realm = realm
        self.account = account.map {
            String(decoding: $0.lowercased().utf8.prefix(128), as: UTF8.self)
        }
        self.address = address
    }
}
