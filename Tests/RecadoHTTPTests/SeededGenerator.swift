// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A random number generator with a seed, by the SplitMix64 algorithm.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns up to `count` random bytes.
    mutating func bytes(upTo count: Int) -> [UInt8] {
        (0..<Int.random(in: 0...count, using: &self)).map { _ in
            UInt8.random(in: 0...255, using: &self)
        }
    }

    /// Returns a random text, mostly of characters with a meaning for parsers.
    mutating func text(upTo count: Int) -> String {
        let alphabet = Array("%%%+&=;,:/?#[]@\"\\' \t\r\n\0.-_~<>*aZ09áñ€🎬")
        return String(
            (0..<Int.random(in: 0...count, using: &self)).map { _ in
                alphabet[Int.random(in: alphabet.indices, using: &self)]
            }
        )
    }
}
