// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Base64 encoding` {
    @Test(
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
            ("login:password", "bG9naW46cGFzc3dvcmQ="),
        ]
    )
    func `test vectors of RFC 4648 are encoded and decoded`(_ text: String, _ encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(text.utf8))
    }

    @Test func `the URL-safe alphabet replaces plus and slash`() {
        let bytes: [UInt8] = [0xFB, 0xFF, 0xBF]
        #expect(Base64.encode(bytes) == "+/+/")
        #expect(Base64.encode(bytes, alphabet: .urlSafe) == "-_-_")
        #expect(Base64.decode("-_-_", alphabet: .urlSafe) == bytes)
        #expect(Base64.decode("-_-_") == nil)
        #expect(Base64.decode("+/+/", alphabet: .urlSafe) == nil)
    }

    @Test func `padding is required or forbidden, depending on the option`() {
        #expect(Base64.encode([0x66], padding: false) == "Zg")
        #expect(Base64.decode("Zg", padding: false) == [0x66])
        #expect(Base64.decode("Zg==", padding: false) == nil)
        #expect(Base64.decode("Zg") == nil)
    }

    @Test(
        arguments: [
            "Z", "Zg=", "Zg===", "=", "==", "====", "Z===", "Zg==Zg==", "=Zg=", "Zm9v=", "Zm9v====",
            "Zm9v\n", " Zm9v", "Zm 9v", "Zm9\u{0}", "Zm9é", "Zm-v", "Zh==", "Zm9=", "Zm8=\r\n",
            "ZZZZZ",
        ]
    )
    func `malformed text is refused`(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func `unused trailing bits must be zero`() {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        #expect(alphabet.filter { Base64.decode("A\($0)==") != nil } == "AQgw")
        #expect(alphabet.filter { Base64.decode("AA\($0)=") != nil } == "AEIMQUYcgkosw048")
    }

    @Test(arguments: [4, 5, 6] as [UInt64])
    func `random bytes survive encoding and decoding`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let bytes = generator.bytes(upTo: 50)
            for alphabet in [.standard, .urlSafe] as [Base64.Alphabet] {
                for padding in [true, false] {
                    let text = Base64.encode(bytes, alphabet: alphabet, padding: padding)
                    let back = Base64.decode(text, alphabet: alphabet, padding: padding)
                    #expect(back == bytes)
                }
            }
        }
    }

    @Test(arguments: [0, 1, 2])
    func `content of several megabytes survives encoding and decoding`(rest: Int) {
        let bytes = (0..<(7 << 20) + rest).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let text = Base64.encode(bytes)
        #expect(text.utf8.count == (bytes.count + 2) / 3 * 4)
        #expect(Base64.decode(text) == bytes)
        // Padding in the middle is refused even at the end of a piece that is decoded separately.
        let inner = String(repeating: "A", count: (4 << 20) - 2) + "==" + text
        #expect(Base64.decode(inner) == nil)
    }
}
