// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import RecadoCrypto
import Synchronization

/// The keys of session tickets (RFC 5077, RFC 8446 §4.6.1), replaced by and by.
///
/// A stolen key lets its thief read the sessions that its tickets have resumed, with TLS 1.2 all of
/// them. So a key seals tickets for an hour, opens them for two more, and is never written down.
final class TicketKeys: Sendable {
    /// One key: 16 bytes of name, 32 for the cipher, 32 for the authentication.
    struct Key: Sendable, Hashable {
        let name: [UInt8]
        let cipher: [UInt8]
        let authentication: [UInt8]
        /// The second in which it was made.
        let made: Int

        init(made: Int) {
            name = RandomBytes.make(16)
            cipher = RandomBytes.make(32)
            authentication = RandomBytes.make(32)
            self.made = made
        }
    }

    /// The seconds in which a key seals tickets.
    static let sealing = 3_600
    /// The seconds in which a ticket can be used; keys are kept as long after their last one.
    static let lifetime = 7_200

    private let keys = Mutex<[Key]>([])

    /// The key that seals tickets now.
    func current(at second: Int) -> Key {
        keys.withLock { keys in
            if let newest = keys.last, second - newest.made < Self.sealing { return newest }
            keys.removeAll { second - $0.made >= Self.sealing + Self.lifetime }
            let key = Key(made: second)
            keys.append(key)
            return key
        }
    }

    /// The key that has sealed a ticket, and whether it is to be sealed anew.
    func find(_ name: [UInt8], at second: Int) -> (key: Key, isOld: Bool)? {
        keys.withLock { keys in
            guard let key = keys.last(where: { $0.name == name }),
                second - key.made < Self.sealing + Self.lifetime
            else { return nil }
            return (key, second - key.made >= Self.sealing)
        }
    }

    // MARK: - The library's side

    /// Readies the cipher of a ticket, as `SSL_CTX_set_tlsext_ticket_key_evp_cb` describes it.
    ///
    /// - Returns: 1 when it is ready, 2 when the ticket is also to be replaced, 0 when nobody has
    ///   its key, and -1 when the handshake must end.
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
