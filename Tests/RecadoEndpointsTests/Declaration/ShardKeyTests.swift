// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import Testing

@Suite struct `Shard keys` {
    /// Hashes of `a`, `b` and `foobar` by the program of the authors of FNV-1a (64 bits).
    @Test(
        arguments: [
            ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("b", 0xaf63_df4c_8601_f1a5),
            ("foobar", 0x8594_4171_f739_67e8),
        ] as [(String, UInt64)]
    )
    func `are computed from a fixed hash of the text`(_ text: String, _ hash: UInt64) {
        #expect(ShardKey(text).slot == Int((hash ^ hash >> 32) % 64))
    }

    @Test func `distribute similar texts evenly`() {
        var counts = [Int](repeating: 0, count: 64)
        for number in 0..<64_000 { counts[ShardKey("Player \(number)").slot] += 1 }
        #expect(counts.allSatisfy { (800...1_200).contains($0) })
    }

    @Test(arguments: [0, 1, 63, 64, 1 << 40])
    func `can be recovered from the numbers made with them`(_ sequence: Int) {
        for text in ["", "Ana", "José", "🎬"] {
            let key = ShardKey(text)
            #expect(key.number(sequence).map(ShardKey.init(number:)) == key)
        }
    }

    @Test func `give nil when the number would overflow, and accept any number`() {
        #expect(ShardKey("Ana").number(.max) == nil)
        #expect(ShardKey("Ana").number(.max / 64 + 1) == nil)
        for number in [Int.min, -1, .max] {
            #expect((0..<64).contains(ShardKey(number: number).slot))
        }
    }
}
