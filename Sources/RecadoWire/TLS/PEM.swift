// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import Glibc

/// PEM text from which certificates or keys can be read (RFC 7468).
package final class PEM {
    /// The maximum size of a text: more than any chain or list of certificate authorities needs.
    private static let sizeLimit = 1 << 20

    private var text: [UInt8]

    /// Takes over PEM text, which is erased when this object is released.
    package init(_ text: [UInt8]) {
        self.text = text
    }

    /// Reads the text of a file.
    package convenience init(file path: String) throws(PEMError) {
        self.init(try Self.contents(of: path))
    }

    // The text is erased, because it may be a private key.
    deinit {
        unsafe text.withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
    }

    private static func contents(of path: String) throws(PEMError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(code: errno) }
        defer { _ = close(descriptor) }
        var text = [UInt8](repeating: 0, count: sizeLimit + 1)
        var count = 0
        while count < text.count {
            let piece = unsafe text.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            guard piece >= 0 else { throw .unreadable(code: errno) }
            if piece == 0 {
                // Removes the bytes in place, because a copy would leave a key in memory.
                text.removeLast(text.count - count)
                return text
            }
            count += piece
        }
        throw .tooLarge
    }

    // MARK: - Contents

    /// Reads every certificate in the text, at least one.
    package func certificates() throws(PEMError) -> [X509Certificate] {
        var certificates: [X509Certificate] = []
        var isDamaged = false
        unsafe withBIO { bio in
            ERR_clear_error()
            while let pointer = unsafe PEM_read_bio_X509(bio, nil, nil, nil) {
                certificates.append(unsafe X509Certificate(owning: pointer))
            }
            // OpenSSL reports the end of the text as a missing start line.
            isDamaged = LibraryErrors.lastReason != PEM_R_NO_START_LINE
        }
        if isDamaged { throw .malformed }
        if certificates.isEmpty { throw .noCertificate }
        return certificates
    }

    /// Reads the first private key in the text.
    ///
    /// - Parameter passphrase: The passphrase of an encrypted key; the user is never asked for it.
    /// - Returns: The key.
    /// - Throws: An error that says what is wrong with the text.
    package func privateKey(passphrase: String? = nil) throws(PEMError) -> PrivateKey {
        var key: PrivateKey?
        var query = PassphraseQuery(passphrase: passphrase.map { Array($0.utf8) })
        unsafe withBIO { bio in
            ERR_clear_error()
            let pointer = unsafe withUnsafeMutablePointer(to: &query) { query in
                unsafe PEM_read_bio_PrivateKey(bio, nil, PassphraseQuery.callback, query)
            }
            if let pointer = unsafe pointer { key = unsafe PrivateKey(owning: pointer) }
        }
        if let key { return key }
        if query.wasAsked { throw .encryptedKey }
        // OpenSSL's reason does not show whether there is a key, because OpenSSL tries several
        // kinds of keys. The marker shows it.
        let hasMarker = String(decoding: text, as: UTF8.self).contains("PRIVATE KEY-----")
        throw hasMarker ? .malformed : .noKey
    }

    private func withBIO(_ body: (OpaquePointer?) -> Void) {
        unsafe text.withUnsafeBytes { text in
            // An empty buffer has no address. OpenSSL treats that as an error and returns `nil`.
            let bio = unsafe BIO_new_mem_buf(text.baseAddress, Int32(clamping: text.count))
            unsafe body(bio)
            unsafe BIO_free(bio)
        }
    }
}

/// The passphrase that OpenSSL may request.
private struct PassphraseQuery {
    let passphrase: [UInt8]?
    var wasAsked = false

    /// The callback that returns the passphrase, or an error if there is none.
    static let callback:
        @convention(c) @Sendable (
            UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?
        ) -> Int32 = { room, size, _, context in
            guard let query = unsafe context?.assumingMemoryBound(to: PassphraseQuery.self) else {
                return -1
            }
            unsafe query.pointee.wasAsked = true
            guard let room = unsafe room, let passphrase = unsafe query.pointee.passphrase,
                passphrase.count <= Int(size)
            else { return -1 }
            for (index, byte) in passphrase.enumerated() {
                unsafe room[index] = CChar(bitPattern: byte)
            }
            return Int32(passphrase.count)
        }
}
