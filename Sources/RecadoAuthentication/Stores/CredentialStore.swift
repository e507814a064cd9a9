// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import Synchronization

/// A store of credentials, which an authentication layer can use as its source.
///
/// - ``NoCredentialStore`` stores nothing.
/// - ``MemoryCredentialStore`` keeps credentials until the program ends.
/// - ``FileCredentialStore`` keeps them permanently, in a file of the user.
///
/// On Apple's systems, `KeychainCredentialStore` keeps them in the keychain, on this device or on
/// all devices of the user.
public protocol CredentialStore: CredentialSource {
    /// Stores credentials for a protection space, in place of any earlier ones.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - space: The protection space of the credentials.
    /// - Throws: The error that prevented the credentials from being stored.
    func store(_ credentials: BasicCredentials, for space: ProtectionSpace) async throws

    /// Removes the credentials for a protection space, if there are any.
    ///
    /// - Parameter space: The protection space of the credentials.
    /// - Throws: The error that prevented the credentials from being removed.
    func remove(for space: ProtectionSpace) async throws
}

/// A store that keeps nothing.
public struct NoCredentialStore: CredentialStore {
    /// Creates the store.
    public init() {}

    /// Returns `nil`, because nothing is stored.
    ///
    /// - Parameters:
    ///   - space: Not used.
    ///   - failures: Not used.
    /// - Returns: `nil`.
    public func credentials(for space: ProtectionSpace, failures: Int) -> BasicCredentials? { nil }

    /// Does nothing: the credentials are discarded.
    public func store(_ credentials: BasicCredentials, for space: ProtectionSpace) {}

    /// Does nothing, because nothing is stored.
    public func remove(for space: ProtectionSpace) {}
}

/// A store that keeps credentials until the program ends.
public final class MemoryCredentialStore: CredentialStore {
    private let known = Mutex<[ProtectionSpace: BasicCredentials]>([:])

    /// Creates an empty store.
    public init() {}

    /// Returns the credentials that are stored for a protection space.
    ///
    /// - Parameters:
    ///   - space: The protection space of the credentials.
    ///   - failures: Not used, because the call ends when the same credentials are returned again.
    /// - Returns: The credentials.
    public func credentials(for space: ProtectionSpace, failures: Int) -> BasicCredentials? {
        known.withLock { $0[space] }
    }

    /// Stores credentials for a protection space.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - space: The protection space of the credentials.
    public func store(_ credentials: BasicCredentials, for space: ProtectionSpace) {
        known.withLock { $0[space] = credentials }
    }

    /// Removes the credentials for a protection space.
    ///
    /// - Parameter space: The protection space of the credentials.
    public func remove(for space: ProtectionSpace) {
        known.withLock { $0[space] = nil }
    }
}
