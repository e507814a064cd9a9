// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl

/// What a connection over TLS settles with the host besides TLS itself: which version of HTTP is spoken.
@safe
final class Handshake {
    /// libcurl has its address as long as the connection lasts.
    private let pointer: UnsafeMutablePointer<recado_curl_handshake>

    /// Whether connections over TLS can be settled so: libcurl has to have its TLS from OpenSSL.
    static let isPossible: Bool = {
        guard let version = unsafe curl_version_info(CURLVERSION_FIRST)?.pointee.ssl_version else {
            return false
        }
        return unsafe String(cString: version).hasPrefix("OpenSSL/")
    }()

    /// Creates what a handshake settles.
    ///
    /// - Parameters:
    ///   - offersHTTP2: Whether HTTP/2 is offered beside HTTP/1.1.
    ///   - authorities: Those that an earlier connection has read.
    init(offersHTTP2: Bool, authorities: Authorities?) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(
            to: recado_curl_handshake(
                offers_http2: offersHTTP2 ? 1 : 0,
                chosen: 0,
                authorities: authorities?.retained()
            )
        )
    }

    deinit {
        unsafe X509_STORE_free(pointer.pointee.authorities)
        unsafe pointer.deallocate()
    }

    /// Has libcurl settle it in the handshake of a handle.
    func settle(over handle: EasyHandle) {
        unsafe recado_curl_set_handshake(handle.pointer, pointer)
    }

    /// The protocol that the host has chosen, if it has chosen one (RFC 7301).
    var applicationProtocol: String? {
        switch unsafe pointer.pointee.chosen {
        case 0: nil
        case 2: "h2"
        default: "http/1.1"
        }
    }

    /// Whether the host has chosen HTTP/2.
    var speaksHTTP2: Bool { unsafe pointer.pointee.chosen == 2 }

    /// The authorities by which the host was verified.
    var authorities: Authorities? {
        unsafe pointer.pointee.authorities.map { unsafe Authorities($0) }
    }
}

/// Authorities as OpenSSL holds them, to be read once for many connections.
@safe
final class Authorities {
    private let store: OpaquePointer

    init(_ store: OpaquePointer) {
        unsafe X509_STORE_up_ref(store)
        unsafe self.store = store
    }

    deinit {
        unsafe X509_STORE_free(store)
    }

    /// The authorities for somebody who frees them.
    @unsafe
    func retained() -> OpaquePointer {
        unsafe X509_STORE_up_ref(store)
        return unsafe store
    }
}
