// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Security)
import Foundation
public import RecadoHTTP
import Security

/// A store that keeps credentials for good, in the user's keychain.
///
/// Each space is one generic password of the store's service, and can be read from the first time
/// on that the device has been unlocked. It stays on the device, unless the store is
/// synchronizable: then iCloud Keychain carries it to the user's other devices, and a change or a
/// removal reaches them as well.
///
/// Both kinds of store are apart from each other: neither finds what the other has stored.
public struct KeychainCredentialStore: CredentialStore {
    /// Whether iCloud Keychain carries the credentials to the user's other devices.
    public let isSynchronizable: Bool
    private let service: String

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - service: The name that tells the program's credentials from others', as its bundle
    ///     identifier does.
    ///   - isSynchronizable: Whether iCloud Keychain carries the credentials to the user's other
    ///     devices; no by default, for a password that leaves the device should do so knowingly.
    public init(service: String, isSynchronizable: Bool = false) {
        self.service = service
        self.isSynchronizable = isSynchronizable
    }

    /// The credentials that were stored for a space.
    ///
    /// - Parameters:
    ///   - space: The protection space that they are for.
    ///   - failures: Not made use of: the same credentials again end the call.
    /// - Returns: The credentials.
    /// - Throws: ``KeychainError``.
    public func credentials(
        for space: ProtectionSpace,
        failures: Int
    ) throws(KeychainError) -> BasicCredentials? {
        var query = query(for: space)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var item: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &item)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess else { throw KeychainError(status: status) }
        guard let data = item as? Data, let text = String(validating: data, as: UTF8.self),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        // No name has a colon; passwords may.
        let password = String(text[text.index(after: colon)...])
        return try? BasicCredentials(user: String(text[..<colon]), password: password)
    }

    /// Keeps credentials for a space.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - space: The protection space that they are for.
    /// - Throws: ``KeychainError``.
    public func store(
        _ credentials: BasicCredentials,
        for space: ProtectionSpace
    ) throws(KeychainError) {
        let query = query(for: space)
        let data = Data("\(credentials.user):\(credentials.password)".utf8)
        let change = [kSecValueData: data] as CFDictionary
        var status = SecItemUpdate(query as CFDictionary, change)
        if status == errSecItemNotFound {
            var item = query
            item[kSecValueData] = data
            // What is for this device only is never synchronized.
            item[kSecAttrAccessible] =
                isSynchronizable
                ? kSecAttrAccessibleAfterFirstUnlock
                : kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            status = SecItemAdd(item as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw KeychainError(status: status) }
    }

    /// Forgets the credentials for a space.
    ///
    /// - Parameter space: The protection space that they are for.
    /// - Throws: ``KeychainError``.
    public func remove(for space: ProtectionSpace) throws(KeychainError) {
        let status = SecItemDelete(query(for: space) as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else {
            throw KeychainError(status: status)
        }
    }

    private func query(for space: ProtectionSpace) -> [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: service,
            kSecAttrSynchronizable: isSynchronizable,
            kSecAttrAccount: "\(space.side.rawValue) \(space.origin) \(space.realm)",
        ]
    }
}

/// The keychain refused what it was asked for.
public struct KeychainError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, as Security numbers it.
    public let status: Int32

    /// The number.
    public var description: String { "the keychain refused: \(status)" }
}
#endif
