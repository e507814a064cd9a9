// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A hash function of the SHA-2 family (FIPS 180-4), for messages that come in pieces.
protocol SHA2Function {
    associatedtype Word: FixedWidthInteger & UnsignedInteger & Sendable
    /// Fractions of the square roots of the first primes.
    static var initial: [Word] { get }
    /// Fractions of the cube roots of the first primes, one for each step.
    static var constants: [Word] { get }
    /// The turns and the shift of the schedule and of the steps (FIPS 180-4 §4.1).
    static var turns: SHA2Turns<Word> { get }
}

/// How far words are turned in each of the functions of SHA-2; the last of the first two are shifts.
struct SHA2Turns<Word: Sendable>: Sendable {
    let early: (Word, Word, Word)
    let late: (Word, Word, Word)
    let high: (Word, Word, Word)
    let low: (Word, Word, Word)
}

extension SHA256: SHA2Function {
    static let turns = SHA2Turns<UInt32>(
        early: (7, 18, 3),
        late: (17, 19, 10),
        high: (2, 13, 22),
        low: (6, 11, 25)
    )
}

/// The hash function SHA-512 (FIPS 180-4 §6.4).
enum SHA512: SHA2Function {
    static let initial: [UInt64] = [
        0x6A09_E667_F3BC_C908, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B,
        0xA54F_F53A_5F1D_36F1, 0x510E_527F_ADE6_82D1, 0x9B05_688C_2B3E_6C1F,
        0x1F83_D9AB_FB41_BD6B, 0x5BE0_CD19_137E_2179,
    ]
    static var constants: [UInt64] { SHA512Truncated.constants }
    static let turns = SHA2Turns<UInt64>(
        early: (1, 8, 7),
        late: (19, 61, 6),
        high: (28, 34, 39),
        low: (14, 18, 41)
    )
}

/// Something that hashes a message piece by piece.
protocol MessageHasher {
    /// Takes the next piece of the message.
    mutating func update(_ bytes: [UInt8])
    /// The hash of all pieces.
    mutating func finish() -> [UInt8]
}

/// Hashes a message piece by piece.
struct SHA2Hasher<Function: SHA2Function>: MessageHasher {
    typealias Word = Function.Word

    private static var wordSize: Int { Word.bitWidth / 8 }
    private static var blockSize: Int { wordSize * 16 }

    private let constants = Function.constants
    private let turns = Function.turns
    private var state = Function.initial
    private var words = [Word](repeating: 0, count: Function.constants.count)
    private var pending: [UInt8] = []
    private var count: UInt64 = 0

    mutating func update(_ bytes: [UInt8]) {
        count &+= UInt64(bytes.count)
        var start = 0
        if !pending.isEmpty {
            start = min(bytes.count, Self.blockSize - pending.count)
            pending += bytes[..<start]
            guard pending.count == Self.blockSize else { return }
            compress(pending, at: 0)
            pending = []
        }
        while bytes.count - start >= Self.blockSize {
            compress(bytes, at: start)
            start += Self.blockSize
        }
        pending += bytes[start...]
    }

    mutating func finish() -> [UInt8] {
        // The length is in bits and has two words, of whose upper bits none is ever set.
        let bits = count &* 8
        var padding: [UInt8] = [0x80]
        let used = pending.count + 1 + Self.wordSize * 2
        let missing = (Self.blockSize - used % Self.blockSize) % Self.blockSize
        padding += [UInt8](repeating: 0, count: missing + Self.wordSize * 2 - 8)
        padding += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - $0 * 8)) }
        update(padding)
        return state.flatMap { word in
            (0..<Self.wordSize).map {
                UInt8(truncatingIfNeeded: word >> Word(Word.bitWidth - 8 - $0 * 8))
            }
        }
    }

    private mutating func compress(_ bytes: [UInt8], at start: Int) {
        for index in 0..<16 {
            var word: Word = 0
            let place = start + index * Self.wordSize
            for byte in place..<(place + Self.wordSize) { word = word << 8 | Word(bytes[byte]) }
            words[index] = word
        }
        for index in 16..<words.count {
            let (early, late) = (words[index - 15], words[index - 2])
            let (a, b) = (turns.early, turns.late)
            let first = turned(early, a.0) ^ turned(early, a.1) ^ early >> a.2
            let second = turned(late, b.0) ^ turned(late, b.1) ^ late >> b.2
            words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for step in words.indices {
            let low = turned(e, turns.low.0) ^ turned(e, turns.low.1) ^ turned(e, turns.low.2)
            let sum = h &+ low &+ (e & f ^ ~e & g) &+ constants[step] &+ words[step]
            let high = turned(a, turns.high.0) ^ turned(a, turns.high.1) ^ turned(a, turns.high.2)
            let majority = a & b ^ a & c ^ b & c
            (h, g, f, e) = (g, f, e, d &+ sum)
            (d, c, b, a) = (c, b, a, sum &+ high &+ majority)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    @inline(__always)
    private func turned(_ word: Word, _ count: Word) -> Word {
        word &>> count | word &<< (Word(Word.bitWidth) &- count)
    }
}
