// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport

#if canImport(Darwin)
import Foundation
import Synchronization
#endif

/// The options of one host, and the credential that was made from them.
final class HostRule: Sendable {
    let options: URLSessionTransport.HostOptions
    /// True if the certificate of the host is verified.
    let isVerified: Bool

    #if canImport(Darwin)
    /// The credential of the client's identity, once a host has asked for it.
    let credential = Mutex<Result<URLCredential, IdentityError>?>(nil)
    #endif

    init(_ options: URLSessionTransport.HostOptions, isVerified: Bool) {
        (self.options, self.isVerified) = (options, isVerified)
    }

    /// True if the system alone decides about the host.
    var isOrdinary: Bool {
        options.trust == .system && options.pins.isEmpty && options.verification == nil
            && isVerified
    }

    /// The checks that the system does not make.
    var verification: HostVerification {
        HostVerification(pins: options.pins, verification: options.verification)
    }

    /// The first of the options that a session cannot honor on this system, in
    /// words; `nil` if there is none.
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
