// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The hash of RFC 3174, which the opening of a WebSocket asks for.
///
/// It is broken where somebody gains from two texts with one hash. Here it only shows that the other
/// side has read a header field (RFC 6455 §10.8).
package enum SHA1 {
    /// The hash of some bytes: 20 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let message = padded(bytes)
        for start in stride(from: 0, to: message.count, by: 64) {
            update(&state, with: message[start..<(start + 64)])
        }
        return state.flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
        }
    }

    /// The bytes, a one bit, zeros and the length in bits: a multiple of 64 bytes.
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        var message = bytes + [0x80]
        message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
        let length = UInt64(bytes.count) << 3
        message += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) }
        return message
    }

    private static func update(_ state: inout [UInt32], with block: ArraySlice<UInt8>) {
        var words: [UInt32] = []
        words.reserveCapacity(80)
        for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
            words.append(block[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) })
        }
        for index in 16..<80 {
            let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
            words.append(rotate(word, by: 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let (mixed, constant) = mix(b, c, d, round: index)
            let next = rotate(a, by: 5) &+ mixed &+ e &+ constant &+ words[index]
            (a, b, c, d, e) = (next, a, rotate(b, by: 30), c, d)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    /// The function and the constant of a round (RFC 3174 §5).
    private static func mix(
        _ b: UInt32,
        _ c: UInt32,
        _ d: UInt32,
        round: Int
    ) -> (UInt32, UInt32) {
        switch round {
        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }

    private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
