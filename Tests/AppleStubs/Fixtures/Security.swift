// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A stand-in for Apple's module: what the Keychain's store and RecadoURLSession use of it. Nothing
// here works.

public import Foundation

public typealias OSStatus = Int32

public let errSecSuccess: OSStatus = 0
public let errSecAuthFailed: OSStatus = -25293
public let errSecItemNotFound: OSStatus = -25300
public let errSecPkcs12VerifyFailure: OSStatus = -25264

// MARK: - The keychain

public let kSecClass: CFString = ""
public let kSecClassGenericPassword: CFString = ""
public let kSecAttrService: CFString = ""
public let kSecAttrAccount: CFString = ""
public let kSecAttrSynchronizable: CFString = ""
public let kSecAttrAccessible: CFString = ""
public let kSecAttrAccessibleAfterFirstUnlock: CFString = ""
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = ""
public let kSecReturnData: CFString = ""
public let kSecMatchLimit: CFString = ""
public let kSecMatchLimitOne: CFString = ""
public let kSecValueData: CFString = ""

public func SecItemCopyMatching(
    _ query: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { 0 }

public func SecItemAdd(
    _ attributes: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { 0 }

public func SecItemUpdate(
    _ query: CFDictionary,
    _ attributesToUpdate: CFDictionary
) -> OSStatus { 0 }

public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }

// MARK: - Certificates, which are not Sendable

public final class SecCertificate {}

@available(*, unavailable) extension SecCertificate: Sendable {}

public func SecCertificateCreateWithData(
    _ allocator: CFAllocator?,
    _ data: CFData
) -> SecCertificate? { nil }

public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { Data() }

// MARK: - Trust

public final class SecTrust {
    // Not public: other modules, such as the stand-in for Foundation, cannot create one.
    init() {}
}

@available(*, unavailable) extension SecTrust: Sendable {}

public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { nil }

public func SecTrustSetAnchorCertificates(
    _ trust: SecTrust,
    _ anchorCertificates: CFArray?
) -> OSStatus { 0 }

public func SecTrustSetAnchorCertificatesOnly(
    _ trust: SecTrust,
    _ anchorCertificatesOnly: Bool
) -> OSStatus { 0 }

public func SecTrustEvaluateWithError(
    _ trust: SecTrust,
    _ error: UnsafeMutablePointer<CFError?>?
) -> Bool { false }

// MARK: - Identities

public final class SecIdentity {}

@available(*, unavailable) extension SecIdentity: Sendable {}

public func SecIdentityGetTypeID() -> CFTypeID { 0 }

public let kSecImportExportPassphrase: CFString = ""
public let kSecImportToMemoryOnly: CFString = ""
public let kSecImportItemIdentity: CFString = ""
public let kSecImportItemCertChain: CFString = ""

public func SecPKCS12Import(
    _ pkcs12_data: CFData,
    _ options: CFDictionary,
    _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus { 0 }

// MARK: - Versions of TLS

public enum tls_protocol_version_t: UInt16, Sendable {
    case TLSv12 = 0x0303
    case TLSv13 = 0x0304
}

// MARK: - Members of Foundation's types that are about types of this module

extension URLProtectionSpace {
    public var serverTrust: SecTrust? { nil }
}

extension URLCredential {
    public convenience init(trust: SecTrust) { self.init() }

    public convenience init(
        identity: SecIdentity,
        certificates certArray: [Any]?,
        persistence: URLCredential.Persistence
    ) { self.init() }
}

extension URLSessionConfiguration {
    public var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t {
        get { .TLSv12 }
        set {}
    }
}
