// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import Synchronization

/// A place for credentials, from which an authentication layer takes them.
///
/// - ``NoCredentialStore`` keeps nothing.
/// - ``MemoryCredentialStore`` keeps them until the program ends.
/// - ``FileCredentialStore`` keeps them for good, in a file of the user's own.
///
/// On Apple's systems `KeychainCredentialStore` keeps them in the keychain, on this
/// device or on all of the user's.
public protocol CredentialStore: CredentialSource {
    /// Keeps credentials for a space, in the place of those that it had.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - space: The protection space that they are for.
    /// - Throws: The error that kept them from being stored.
    func store(_ credentials: BasicCredentials, for space: ProtectionSpace) async throws

    /// Forgets the credentials for a space, if there are any.
    ///
    /// - Parameter space: The protection space that they are for.
    /// - Throws: The error that kept them from being forgotten.
    func remove(for space: ProtectionSpace) async throws
}

/// A store that keeps nothing.
public struct NoCredentialStore: CredentialStore {
    /// Creates the store.
    public init() {}

    /// Nothing.
    ///
    /// - Parameters:
    ///   - space: Not made use of.
    ///   - failures: Not made use of.
    /// - Returns: Nothing.
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
    ///   - space: The protection space that they are for.
    ///   - failures: Not made use of: the same credentials again end the call.
    /// - Returns: The credentials.
    public func credentials(for space: ProtectionSpace, failures: Int) -> BasicCredentials? {
        known.withLock { $0[space] }
    }

    /// Keeps credentials for a space.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - space: The protection space that they are for.
    public func store(_ credentials: BasicCredentials, for space: ProtectionSpace) {
        known.withLock { $0[space] = credentials }
    }

    /// Forgets the credentials for a space.
    ///
    /// - Parameter space: The protection space that they are for.
    public func remove(for space: ProtectionSpace) {
        known.withLock { $0[space] = nil }
    }
}
