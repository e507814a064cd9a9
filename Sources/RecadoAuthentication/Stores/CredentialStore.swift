// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import Synchronization

/// A store of credentials, from which an authentication layer takes them.
///
/// - ``NoCredentialStore`` stores nothing.
/// - ``MemoryCredentialStore`` keeps them until the program ends.
/// - ``FileCredentialStore`` keeps them permanently, in a file of the user.
///
/// On Apple's systems `KeychainCredentialStore` keeps them in the keychain, on this device or on
/// all devices of the user.
public protocol CredentialStore: CredentialSource {
    /// Stores credentials for a space, and replaces those that it had.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - space: The protection space of the credentials.
    /// - Throws: The error that prevented the credentials from being stored.
    func store(_ credentials: BasicCredentials, for space: ProtectionSpace) async throws

    /// Removes the credentials for a space, if there are any.
    ///
    /// - Parameter space: The protection space of the credentials.
    /// - Throws: The error that prevented the credentials from being removed.
    func remove(for space: ProtectionSpace) async throws
}

/// A store that keeps nothing.
public struct NoCredentialStore: CredentialStore {
    /// Creates the store.
    public init() {}

    /// Returns `nil`.
    ///
    /// - Parameters:
    ///   - space: Not used.
    ///   - failures: Not used.
    /// - Returns: `nil`.
    public func credentials(for space: ProtectionSpace, failures: Int) -> BasicCredentials? { nil }

    /// Does nothing.
    public func store(_ credentials: BasicCredentials, for space: ProtectionSpace) {}

    /// Does nothing.
    public func remove(for space: ProtectionSpace) {}
}

/// A store that keeps credentials until the program ends.
public final class MemoryCredentialStore: CredentialStore {
    private let known = Mutex<[ProtectionSpace: BasicCredentials]>([:])

    /// Creates an empty store.
    public init() {}

    /// The credentials that were stored for a space.
    ///
    /// - Parameters:
    ///   - space: The protection space of the credentials.
    ///   - failures: Not used, as a call ends when the same credentials are offered again.
    /// - Returns: The credentials.
    public func credentials(for space: ProtectionSpace, failures: Int) -> BasicCredentials? {
        known.withLock { $0[space] }
    }

    /// Stores credentials for a space.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - space: The protection space of the credentials.
    public func store(_ credentials: BasicCredentials, for space: ProtectionSpace) {
        known.withLock { $0[space] = credentials }
    }

    /// Removes the credentials for a space.
    ///
    /// - Parameter space: The protection space of the credentials.
    public func remove(for space: ProtectionSpace) {
        known.withLock { $0[space] = nil }
    }
}
