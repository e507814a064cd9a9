// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The hash function MD5 (RFC 1321), which old servers still ask for.
enum MD5 {
    /// The sine of each step, as RFC 1321 §3.4 has it.
    private static let constants: [UInt32] = [
        0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE,
        0xF57C_0FAF, 0x4787_C62A, 0xA830_4613, 0xFD46_9501,
        0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE,
        0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821,
        0xF61E_2562, 0xC040_B340, 0x265E_5A51, 0xE9B6_C7AA,
        0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
        0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED,
        0xA9E3_E905, 0xFCEF_A3F8, 0x676F_02D9, 0x8D2A_4C8A,
        0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C,
        0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70,
        0x289B_7EC6, 0xEAA1_27FA, 0xD4EF_3085, 0x0488_1D05,
        0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
        0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039,
        0x655B_59C3, 0x8F0C_CC92, 0xFFEF_F47D, 0x8584_5DD1,
        0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1,
        0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
    ]

    /// How far each step turns, by round.
    private static let turns: [[UInt32]] = [
        [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
    ]

    /// The 16 bytes of the hash.
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
        let padded = padded(message)
        for start in stride(from: 0, to: padded.count, by: 64) {
            let words = (0..<16).map { word in
                (0..<4).reduce(UInt32(0)) { sum, byte in
                    sum | UInt32(padded[start + word * 4 + byte]) << UInt32(byte * 8)
                }
            }
            compress(&state, words)
        }
        return state.flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32($0 * 8)) }
        }
    }

    /// The message with its padding and its length in bits, a whole number of blocks (RFC 1321 §3.1).
    private static func padded(_ message: [UInt8]) -> [UInt8] {
        let missing = (64 - (message.count + 1 + 8) % 64) % 64
        let bits = UInt64(message.count) &* 8
        let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
        return message + [0x80] + [UInt8](repeating: 0, count: missing) + length
    }

    private static func compress(_ state: inout [UInt32], _ words: [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
            let (mixed, word) = mix(step, b, c, d)
            let sum = a &+ mixed &+ constants[step] &+ words[word]
            let turn = turns[step / 16][step % 4]
            (a, d, c) = (d, c, b)
            b = b &+ (sum << turn | sum >> (32 - turn))
        }
        for (index, value) in [a, b, c, d].enumerated() { state[index] &+= value }
    }

    /// The function of a step, and the word that it takes.
    private static func mix(
        _ step: Int,
        _ b: UInt32,
        _ c: UInt32,
        _ d: UInt32
    ) -> (mixed: UInt32, word: Int) {
        switch step / 16 {
        case 0: (b & c | ~b & d, step)
        case 1: (d & b | ~d & c, (5 * step + 1) % 16)
        case 2: (b ^ c ^ d, (3 * step + 5) % 16)
        default: (c ^ (b | ~d), 7 * step % 16)
        }
    }
}
