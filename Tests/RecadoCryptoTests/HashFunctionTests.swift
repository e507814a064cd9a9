// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import Testing

@Suite struct `Hash functions and secrets` {
    /// The hash of `abc`, as RFC 1321 §A.5, RFC 3174 §7.3 and NIST's examples for FIPS 180-4 have
    /// it.
    private static let known: [(HashFunction, String)] = [
        (.md5, "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            .sha512,
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
        (.sha512Truncated, "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    ]

    private static func text(_ bytes: [UInt8]?) -> String? {
        bytes?.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(arguments: known)
    func `hashes match the examples of their standards`(_ function: HashFunction, _ hash: String) {
        #expect(Self.text(function.hash(Array("abc".utf8))) == hash)
    }

    @Test(arguments: HashFunction.allCases, [1, 7, 63, 64, 65, 127, 128, 1_000])
    func `a hash does not depend on how the message is split`(
        _ function: HashFunction,
        _ size: Int
    ) throws {
        let message = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        let hasher = try #require(MessageHasher(function))
        for start in stride(from: 0, to: message.count, by: size) {
            hasher.update(Array(message[start..<min(start + size, message.count)]))
        }
        hasher.update([])
        let hash = try #require(hasher.finish())
        #expect(hash == function.hash(message))
        #expect(hash != function.hash(message + [0]))
    }

    @Test func `message authentication codes match RFC 4231`() {
        // RFC 4231 §4.3 and §4.7.
        let code = MessageAuthentication.code(
            of: Array("what do ya want for nothing?".utf8),
            key: Array("Jefe".utf8)
        )
        let known = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        #expect(Self.text(code) == known)
        let long = MessageAuthentication.code(
            of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xAA, count: 131)
        )
        let other = "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        #expect(Self.text(long) == other)
        #expect(MessageAuthentication.code(of: [], key: [])?.count == 32)
    }

    @Test func `secrets are compared byte by byte`() {
        #expect(MessageAuthentication.areEqual([], []))
        #expect(MessageAuthentication.areEqual([1, 2], [1, 2]))
        #expect(!MessageAuthentication.areEqual([1, 2], [1, 3]))
        #expect(!MessageAuthentication.areEqual([1, 2], [1]))
    }

    @Test func `random bytes differ each time`() {
        #expect(RandomBytes.make(0).isEmpty)
        #expect(Set((0..<100).map { _ in RandomBytes.make(16) }).count == 100)
    }
}
