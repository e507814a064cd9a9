// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Foundation
import RecadoTransport
import Security
import Synchronization

extension HostRule {
    /// Returns the credential for a host that asks for a client certificate; `nil` if the options
    /// have no identity.
    ///
    /// The identity is decoded only once, because decrypting its key is slow by design.
    func clientCredential() throws(IdentityError) -> URLCredential? {
        guard let identity = options.identity else { return nil }
        let result = credential.withLock { kept in
            if let kept { return kept }
            let result = identity.credential
            kept = result
            return result
        }
        return try result.get()
    }
}

extension ClientIdentity {
    /// The identity as a credential for a session, without adding it to a keychain.
    fileprivate var credential: Result<URLCredential, IdentityError> {
        guard case .pkcs12(let bytes) = form else {
            return .failure(IdentityError(reason: "the client's identity is not in PKCS #12"))
        }
        let options: [String: Any] = [
            kSecImportExportPassphrase as String: passphrase ?? "",
            kSecImportToMemoryOnly as String: true,
        ]
        var items: CFArray?
        let status = unsafe SecPKCS12Import(
            Data(bytes) as CFData,
            options as CFDictionary,
            &items
        )
        guard status == errSecSuccess else {
            let isLocked = status == errSecAuthFailed || status == errSecPkcs12VerifyFailure
            let reason = isLocked ? "the passphrase does not fit" : "Security error \(status)"
            return .failure(
                IdentityError(reason: "the client's identity cannot be read: \(reason)")
            )
        }
        let item = (items as? [[String: Any]])?.first ?? [:]
        // The compiler does not allow a conditional cast of a single value to a Core Foundation
        // type, so the value is cast inside an array.
        guard let value = item[kSecImportItemIdentity as String],
            CFGetTypeID(value as CFTypeRef) == SecIdentityGetTypeID(),
            let identity = ([value] as? [SecIdentity])?.first
        else { return .failure(IdentityError(reason: "the client's identity has no key")) }
        // The identity already contains the first certificate; the rest lead from it to an
        // authority.
        let chain = item[kSecImportItemCertChain as String] as? [SecCertificate] ?? []
        return .success(
            URLCredential(
                identity: identity,
                certificates: Array(chain.dropFirst()),
                persistence: .none
            )
        )
    }
}
#endif
