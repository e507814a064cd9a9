// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import Testing

@Suite struct `Authenticated encryption` {
    private let key = [UInt8](0..<32)

    @Test(arguments: [0, 1, 15, 16, 17, 5_000])
    func `a sealed message is opened unchanged`(_ count: Int) throws {
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = try #require(AuthenticatedEncryption.seal(message, key: key, for: "login"))
        #expect(sealed.count == count + 28)
        #expect(AuthenticatedEncryption.open(sealed, key: key, for: "login") == message)
        #expect(AuthenticatedEncryption.seal(message, key: key, for: "login") != sealed)
    }

    @Test func `changed or truncated messages and wrong keys or purposes are refused`() throws {
        let sealed = try #require(AuthenticatedEncryption.seal([1, 2, 3], key: key, for: "login"))
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 0x80
            #expect(AuthenticatedEncryption.open(changed, key: key, for: "login") == nil)
            #expect(
                AuthenticatedEncryption.open(Array(sealed.prefix(place)), key: key, for: "login")
                    == nil
            )
        }
        #expect(AuthenticatedEncryption.open(sealed, key: key, for: "notice") == nil)
        #expect(AuthenticatedEncryption.open(sealed, key: Array(1..<33), for: "login") == nil)
    }

    @Test func `a key of the wrong size is refused`() {
        #expect(AuthenticatedEncryption.seal([1], key: Array(key.dropLast()), for: "login") == nil)
        #expect(
            AuthenticatedEncryption.open(Array(repeating: 0, count: 40), key: [], for: "login")
                == nil
        )
    }
}
