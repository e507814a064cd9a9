// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Security)
import Foundation
public import RecadoHTTP
import Security

/// A store that keeps credentials permanently, in the user's keychain.
///
/// The credentials of each space are one generic password under the name of the store's service,
/// readable once the device has been unlocked for the first time. It stays on the device, unless
/// the store is synchronizable: then iCloud Keychain copies it to the user's other devices, and
/// changes and removals reach them as well.
///
/// The two kinds of store are separate: neither finds the credentials of the other.
public struct KeychainCredentialStore: CredentialStore {
    /// True if iCloud Keychain copies the credentials to the user's other devices.
    public let isSynchronizable: Bool
    private let service: String

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - service: The name that distinguishes the program's credentials from those of others,
    ///     such as its bundle identifier.
    ///   - isSynchronizable: True if iCloud Keychain copies the credentials to the user's other
    ///     devices; false by default, as a password should leave the device only by choice.
    public init(service: String, isSynchronizable: Bool = false) {
        self.service = service
        self.isSynchronizable = isSynchronizable
    }

    /// The credentials that were stored for a space.
    ///
    /// - Parameters:
    ///   - space: The protection space of the credentials.
    ///   - failures: Not used, as a call ends when the same credentials are offered again.
    /// - Returns: The credentials.
    /// - Throws: ``StatusError``.
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
        // User names have no colon; passwords may.
        let password = String(text[text.index(after: colon)...])
        return try? BasicCredentials(user: String(text[..<colon]), password: password)
    }

    /// Stores credentials for a space.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - space: The protection space of the credentials.
    /// - Throws: ``StatusError``.
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
            // An item that is accessible on this device only is never synchronized.
            item[kSecAttrAccessible] =
                isSynchronizable
                ? kSecAttrAccessibleAfterFirstUnlock
                : kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            status = SecItemAdd(item as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw StatusError(status: status) }
    }

    /// Removes the credentials for a space.
    ///
    /// - Parameter space: The protection space of the credentials.
    /// - Throws: ``StatusError``.
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
