// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport

#if canImport(Darwin)
import Foundation
import Synchronization
#endif

/// The options of one host, and the credential that is created from them.
final class HostRule: Sendable {
    let options: URLSessionTransport.HostOptions
    /// True if the certificate of the host is verified; false if the options exempt the host.
    let isVerified: Bool

    #if canImport(Darwin)
    /// The credential of the client's identity; `nil` until a host asks for it.
    let credential = Mutex<Result<URLCredential, IdentityError>?>(nil)
    #endif

    init(_ options: URLSessionTransport.HostOptions, isVerified: Bool) {
        (self.options, self.isVerified) = (options, isVerified)
    }

    /// True if the system's own certificate check is sufficient for the host.
    var isOrdinary: Bool {
        options.trust == .system && options.pins.isEmpty && options.verification == nil
            && isVerified
    }

    /// The checks that this module adds to those of the system.
    var verification: HostVerification {
        HostVerification(pins: options.pins, verification: options.verification)
    }

    /// A description of the first option that a session on this system does not support; `nil` if
    /// all are supported.
    var unsupportedOption: String? {
        #if canImport(Darwin)
        guard case .pem? = options.identity?.form else { return nil }
        return "the Security framework takes an identity in PKCS #12, and none in PEM"
        #else
        let option: String? =
            if options.trust != .system {
                "authorities of one's own"
            } else if !options.pins.isEmpty {
                "pinned keys"
            } else if options.identity != nil {
                "an identity"
            } else if options.verification != nil {
                "a verification of one's own"
            } else {
                isVerified ? nil : "hosts without verification"
            }
        return option.map { "URLSession on Linux does not have \($0)" }
        #endif
    }
}
