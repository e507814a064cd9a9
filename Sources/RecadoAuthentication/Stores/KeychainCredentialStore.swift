// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Security)
import Foundation
public import RecadoHTTP
import Security

/// A store that keeps credentials permanently, in the user's keychain.
///
/// The credentials of each protection space are one keychain item, a generic password of the
/// store's service. The item is readable once the device has been unlocked after a start. It stays
/// on the device unless the store is synchronizable: then iCloud Keychain copies the item to the
/// user's other devices, and also changes and removes it there.
///
/// A synchronizable store and a store that is not synchronizable are separate: neither finds the
/// credentials of the other.
public struct KeychainCredentialStore: CredentialStore {
    /// True if iCloud Keychain copies the credentials to the user's other devices.
    public let isSynchronizable: Bool
    private let service: String

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - service: The name that distinguishes the items of this program from those of other
    ///     programs, such as its bundle identifier.
    ///   - isSynchronizable: True if iCloud Keychain copies the credentials to the user's other
    ///     devices; `false` by default, because a password should leave the device only by choice.
    public init(service: String, isSynchronizable: Bool = false) {
        self.service = service
        self.isSynchronizable = isSynchronizable
    }

    /// Returns the credentials that are stored for a protection space.
    ///
    /// - Parameters:
    ///   - space: The protection space of the credentials.
    ///   - failures: Not used, because the call ends when the same credentials are returned again.
    /// - Returns: The credentials.
    /// - Throws: ``StatusError`` if the keychain refuses the request.
    public func credentials(
        for space: ProtectionSpace,
        failures: Int
    ) throws(StatusError) -> BasicCredentials? {
        var query = query(for: space)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var item: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &item)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess else { throw StatusError(status: status) }
        guard let data = item as? Data, let text = String(validating: data, as: UTF8.self),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        // The first colon is the separator: a user name cannot contain one, but a password may.
        let password = String(text[text.index(after: colon)...])
        return try? BasicCredentials(user: String(text[..<colon]), password: password)
    }

    /// Stores credentials for a protection space.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - space: The protection space of the credentials.
    /// - Throws: ``StatusError`` if the keychain refuses the request.
    public func store(
        _ credentials: BasicCredentials,
        for space: ProtectionSpace
    ) throws(StatusError) {
        let query = query(for: space)
        let data = Data("\(credentials.user):\(credentials.password)".utf8)
        let change = [kSecValueData: data] as CFDictionary
        var status = SecItemUpdate(query as CFDictionary, change)
        if status == errSecItemNotFound {
            var item = query
            item[kSecValueData] = data
            // The keychain never synchronizes an item that is accessible “this device only”.
            item[kSecAttrAccessible] =
                isSynchronizable
                ? kSecAttrAccessibleAfterFirstUnlock
                : kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            status = SecItemAdd(item as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw StatusError(status: status) }
    }

    /// Removes the credentials for a protection space.
    ///
    /// - Parameter space: The protection space of the credentials.
    /// - Throws: ``StatusError`` if the keychain refuses the request.
    public func remove(for space: ProtectionSpace) throws(StatusError) {
        let status = SecItemDelete(query(for: space) as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else {
            throw StatusError(status: status)
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

extension KeychainCredentialStore {
    /// An error for a request that the keychain refused.
    public struct StatusError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reason, as a status code of the Security framework.
        public let status: Int32

        /// A message with the status code.
        public var description: String { "the keychain refused: \(status)" }
    }
}
#endif
