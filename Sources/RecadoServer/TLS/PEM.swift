// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import Glibc
import RecadoHTTP

/// A certificate of the library, freed when it is released.
@safe
final class X509Certificate {
    let pointer: OpaquePointer

    /// Takes a certificate over.
    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe X509_free(pointer) }
}

/// A private key of the library, freed when it is released.
@safe
final class PrivateKey {
    let pointer: OpaquePointer

    /// Takes a key over.
    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe EVP_PKEY_free(pointer) }
}

/// The text of a source, and what can be read from it (RFC 7468).
final class PEM {
    /// More than any chain or list of authorities has.
    private static let sizeLimit = 1 << 20

    private let place: String
    private var text: [UInt8]

    /// Fetches the text of a source.
    init(_ source: TLSConfiguration.Source) throws(TLSError) {
        place = source.description
        switch source {
        case .bytes(let bytes): text = bytes
        case .file(let path): text = try Self.contents(of: path)
        }
    }

    // It may be a private key.
    deinit {
        unsafe text.withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
    }

    private static func contents(of path: String) throws(TLSError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TLSError(path, .unreadable(code: errno)) }
        defer { _ = close(descriptor) }
        var text = [UInt8](repeating: 0, count: sizeLimit + 1)
        var count = 0
        while count < text.count {
            let piece = unsafe text.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            guard piece >= 0 else { throw TLSError(path, .unreadable(code: errno)) }
            if piece == 0 {
                // In its place: a copy of a key would be left behind.
                text.removeLast(text.count - count)
                return text
            }
            count += piece
        }
        throw TLSError(path, .tooLarge)
    }

    // MARK: - Contents

    /// Every certificate in the text, at least one.
    func certificates() throws(TLSError) -> [X509Certificate] {
        var certificates: [X509Certificate] = []
        var isDamaged = false
        unsafe withBIO { bio in
            ERR_clear_error()
            while let pointer = unsafe PEM_read_bio_X509(bio, nil, nil, nil) {
                certificates.append(unsafe X509Certificate(owning: pointer))
            }
            // The end of the text is told as a line that does not come.
            isDamaged = LibraryErrors.lastReason != PEM_R_NO_START_LINE
        }
        if isDamaged { throw TLSError(place, .malformed) }
        if certificates.isEmpty { throw TLSError(place, .noCertificate) }
        return certificates
    }

    /// The first private key in the text.
    func privateKey() throws(TLSError) -> PrivateKey {
        var key: PrivateKey?
        var asksForPassword = false
        unsafe withBIO { bio in
            ERR_clear_error()
            let pointer = unsafe withUnsafeMutablePointer(to: &asksForPassword) { asks in
                unsafe PEM_read_bio_PrivateKey(bio, nil, Self.refusePassword, asks)
            }
            if let pointer = unsafe pointer { key = unsafe PrivateKey(owning: pointer) }
        }
        if let key { return key }
        if asksForPassword { throw TLSError(place, .encryptedKey) }
        // The library has many reasons, for it tries many kinds of keys.
        let hasMarker = String(decoding: text, as: UTF8.self).contains("PRIVATE KEY-----")
        throw TLSError(place, hasMarker ? .malformed : .noKey)
    }

    /// Notes that a password was asked for, and has none.
    private static let refusePassword:
        @convention(c) @Sendable (
            UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?
        ) -> Int32 = { _, _, _, context in
            unsafe context?.assumingMemoryBound(to: Bool.self).pointee = true
            return -1
        }

    private func withBIO(_ body: (OpaquePointer?) -> Void) {
        unsafe text.withUnsafeBytes { text in
            // An empty buffer has no address, which the library takes for a mistake.
            let bio = unsafe BIO_new_mem_buf(text.baseAddress, Int32(clamping: text.count))
            unsafe body(bio)
            unsafe BIO_free(bio)
        }
    }
}

/// What the library says of its last failure on this thread.
enum LibraryErrors {
    /// The reason of the last one, by number.
    static var lastReason: Int32 {
        ERR_GET_REASON(ERR_peek_last_error())
    }

    /// The reason of the last one, in words.
    static var lastWord: String {
        guard let word = unsafe ERR_reason_error_string(ERR_peek_last_error()) else {
            return "for no reason that it gives"
        }
        return unsafe String(cString: word)
    }
}
