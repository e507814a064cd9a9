// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// The record of failed attempts to authenticate.
///
/// Servers that are to count together share a store.
public protocol LoginAttemptStore: Sendable {
    /// The time that has to pass before the credentials of an attempt are checked.
    ///
    /// - Parameters:
    ///   - attempt: The attempt that is made.
    ///   - limits: The limits of failures.
    /// - Returns: The time; zero if they may be checked now.
    /// - Throws: An error when the store fails; the credentials are then checked.
    func wait(
        for attempt: LoginAttempt,
        _ limits: Service.LoginAttemptLimits
    ) async throws -> Duration

    /// Records the outcome of an attempt, in one step with the wait that ``wait(for:_:)`` returns.
    ///
    /// - Parameters:
    ///   - attempt: The attempt that was made.
    ///   - isRight: True if the credentials were right.
    ///   - limits: The limits of failures.
    /// - Returns: Zero if the client may be told the outcome; the time to wait if others have
    ///   failed too often in the meantime: of many simultaneous attempts, no more are answered than
    ///   of the same number in sequence.
    /// - Throws: An error when it cannot be recorded; the client is then told the outcome.
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
    /// The account that the credentials name, in small letters, at most 128 bytes; `nil` for none.
    ///
    /// Names that differ in case alone are counted as one, and so are long names that begin alike:
    /// at worst, both have to wait.
    public let account: String?
    /// The address of the sender, for IPv6 its network; `nil` for a sender on this machine.
    public let address: String?

    /// Creates an attempt.
    ///
    /// - Parameters:
    ///   - realm: The realm that the credentials are for.
    ///   - account: The account that they claim to belong to.
    ///   - address: The address of the sender.
    public init(realm: String, account: String?, address: String?) {
        self.realm = realm
        self.account = account.map {
            String(decoding: $0.lowercased().utf8.prefix(128), as: UTF8.self)
        }
        self.address = address
    }
}
