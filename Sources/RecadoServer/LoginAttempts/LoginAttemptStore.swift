// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// The record of failed attempts to authenticate.
///
/// Servers that are to count together share one.
public protocol LoginAttemptStore: Sendable {
    /// The time that has to pass before an attempt is looked at.
    ///
    /// - Parameters:
    ///   - attempt: The attempt that is made.
    ///   - limits: The most failures that are taken.
    /// - Returns: The time; zero when it may be looked at now.
    /// - Throws: When nobody can tell; the attempt is then looked at.
    func wait(for attempt: LoginAttempt, _ limits: LoginAttemptLimits) async throws -> Duration

    /// Takes note of what came of an attempt, in one step with what ``wait(for:_:)`` tells.
    ///
    /// - Parameters:
    ///   - attempt: The attempt that was made.
    ///   - isRight: Whether the credentials were right.
    ///   - limits: The most failures that are taken.
    /// - Returns: Zero when the outcome may be told; the time to wait when others have
    ///   failed too often in the meantime: of many attempts at once no more are answered
    ///   than of one after the other.
    /// - Throws: When it cannot be noted; the outcome is then told.
    func conclude(
        _ attempt: LoginAttempt,
        isRight: Bool,
        _ limits: LoginAttemptLimits
    ) async throws -> Duration
}

/// An attempt to authenticate, as failures are counted.
public struct LoginAttempt: Sendable, Hashable {
    /// The realm that the credentials are for.
    public let realm: String
    /// The account that the credentials name, in small letters, at most 128 bytes; `nil` for none.
    ///
    /// Names that differ in case alone are counted as one, and so are long ones that begin alike:
    /// the worst that comes of it is a wait for both.
    public let account: String?
    /// The address of the sender, of IPv6 the network; `nil` on the machine itself.
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
