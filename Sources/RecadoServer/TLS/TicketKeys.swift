// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import RecadoCrypto
import Synchronization

/// The keys of session tickets (RFC 5077, RFC 8446 §4.6.1), which are replaced regularly.
///
/// A thief of a key can decrypt the sessions that were resumed with its tickets and, with TLS
/// 1.2, also the sessions in which the tickets were issued. So a key seals tickets for one hour,
/// opens them for two more, and is never stored.
final class TicketKeys: Sendable {
    /// A key: 16 bytes of name, 32 for encryption, 32 for authentication.
    struct Key: Sendable, Hashable {
        let name: [UInt8]
        let cipher: [UInt8]
        let authentication: [UInt8]
        /// The second in which the key was made.
        let made: Int

        init(made: Int) {
            name = RandomBytes.make(16)
            cipher = RandomBytes.make(32)
            authentication = RandomBytes.make(32)
            self.made = made
        }
    }

    /// The seconds for which a key seals tickets.
    static let sealing = 3_600
    /// The seconds for which a ticket can be used; a key is kept for this time after it stops
    /// sealing.
    static let lifetime = 7_200

    private let keys = Mutex<[Key]>([])

    /// Returns the key that currently seals tickets, made now if necessary.
    func current(at second: Int) -> Key {
        keys.withLock { keys in
            if let newest = keys.last, second - newest.made < Self.sealing { return newest }
            keys.removeAll { second - $0.made >= Self.sealing + Self.lifetime }
            let key = Key(made: second)
            keys.append(key)
            return key
        }
    }

    /// Returns the key that sealed a ticket; `isOld` is true if the ticket must be sealed again.
    func find(_ name: [UInt8], at second: Int) -> (key: Key, isOld: Bool)? {
        keys.withLock { keys in
            guard let key = keys.last(where: { $0.name == name }),
                second - key.made < Self.sealing + Self.lifetime
            else { return nil }
            return (key, second - key.made >= Self.sealing)
        }
    }

    // MARK: - The library's side

    /// Prepares the cipher of a ticket, as `SSL_CTX_set_tlsext_ticket_key_evp_cb` requires.
    ///
    /// - Returns: 1 when the cipher is ready, 2 when the ticket must also be replaced, 0 when its
    ///   key is unknown, and -1 when the handshake must fail.
    static let callback:
        @convention(c) @Sendable (
            OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?,
            OpaquePointer?, OpaquePointer?, Int32
        ) -> Int32 = { ssl, name, vector, cipher, mac, seals in
            guard let ssl = unsafe ssl, let name = unsafe name, let vector = unsafe vector,
                let cipher = unsafe cipher, let mac = unsafe mac,
                let keys = unsafe TLSContext.of(ssl)?.tickets
            else { return -1 }
            let second = Ticks.now / Ticks.perSecond
            var isOld = false
            let key: Key
            if seals != 0 {
                key = keys.current(at: second)
                guard unsafe RAND_bytes(vector, 16) == 1 else { return -1 }
                for index in 0..<16 { unsafe name[index] = key.name[index] }
            } else {
                let wanted = unsafe Array(UnsafeBufferPointer(start: name, count: 16))
                guard let found = keys.find(wanted, at: second) else { return 0 }
                (key, isOld) = found
            }
            let isReady = unsafe key.cipher.withUnsafeBufferPointer { keyBytes in
                unsafe key.authentication.withUnsafeBufferPointer { macBytes -> Bool in
                    guard let keyBytes = keyBytes.baseAddress, let macBytes = macBytes.baseAddress
                    else { return false }
                    return unsafe recado_tls_key_ticket(
                        cipher,
                        mac,
                        keyBytes,
                        macBytes,
                        vector,
                        seals
                    )
                        == 1
                }
            }
            guard isReady else { return -1 }
            return isOld ? 2 : 1
        }
}
