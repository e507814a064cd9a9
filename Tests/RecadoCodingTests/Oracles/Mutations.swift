// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Makes small changes to documents, the same ones in every run.
struct Mutations {
    private var random: Seeded
    private let documents: [[UInt8]]
    /// The bytes that changes insert.
    private let alphabet: [UInt8]

    init(_ documents: [String], alphabet: String, seed: UInt64) {
        self.documents = documents.map { Array($0.utf8) }
        self.alphabet = Array(alphabet.utf8)
        random = Seeded(seed: seed)
    }

    /// Returns the documents themselves, followed by a number of changed ones.
    mutating func take(_ count: Int) -> [[UInt8]] {
        documents + (0..<count).map { _ in changed() }
    }

    private mutating func changed() -> [UInt8] {
        var bytes = documents.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...3, using: &random) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: bytes.indices, using: &random)
        let other = Int.random(in: bytes.indices, using: &random)
        let byte = alphabet.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        case 2: bytes.remove(at: place)
        case 3: bytes.swapAt(place, other)
        case 4: bytes.removeSubrange(place..<min(place + 8, bytes.count))
        // Inserts a copy of a part elsewhere.
        default: bytes.insert(contentsOf: bytes[place..<min(place + 12, bytes.count)], at: other)
        }
    }
}
