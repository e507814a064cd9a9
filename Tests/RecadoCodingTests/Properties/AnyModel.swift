// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A model with a member of every kind, filled at random.
struct AnyModel: Codable, Equatable {
    var count: Int
    var small: Int8
    var large: UInt64
    var ratio: Double
    var single: Float
    var flag: Bool
    var text: String
    var note: String?
    var maybe: Int?
    var date: Date
    var price: Decimal
    var kind: Kind
    var link: URL
    var id: UUID
    var data: Data
    var numbers: [Int]
    var texts: [String]
    var table: [String: Double]
    var child: Child
    var children: [Child]
    var next: [AnyModel]

    enum Kind: String, Codable, CaseIterable {
        case film, series, short
    }

    struct Child: Codable, Equatable {
        var name: String
        var value: Double?
        var flags: [Bool]
    }

    /// Makes a model with random values.
    ///
    /// - Parameters:
    ///   - depth: The number of levels of nested models.
    ///   - texts: Makes texts that the format can represent.
    ///   - random: The source of random numbers.
    init(depth: Int, _ texts: (inout Seeded) -> String, _ random: inout Seeded) {
        count = Int(truncatingIfNeeded: random.next()) >> Int(random.next() % 64)
        small = Int8(truncatingIfNeeded: random.next())
        large = random.next()
        ratio = Self.double(&random)
        single = Float(Int.random(in: -1_000_000...1_000_000, using: &random)) / 128
        flag = Bool.random(using: &random)
        text = texts(&random)
        note = Bool.random(using: &random) ? texts(&random) : nil
        maybe = Bool.random(using: &random) ? Int(random.next() % 1_000) : nil
        date = Date(
            timeIntervalSince1970: Double(
                Int.random(in: -4_000_000_000...8_000_000_000, using: &random)
            )
        )
        price = Decimal(Int.random(in: -1_000_000_000...1_000_000_000, using: &random)) / 1_000
        kind = Kind.allCases.randomElement(using: &random) ?? .film
        link = URL(fileURLWithPath: "/a b/\(random.next() % 100)")
        let bytes = random.some(40) { UInt8(truncatingIfNeeded: $0.next()) }
        data = Data(bytes)
        id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, small.magnitude, 1, 1, 1, 1, 1, 1, 1))
        numbers = random.some(4) { Int($0.next() % 100_000) }
        self.texts = random.some(4, texts)
        let keys = random.some(4) { "k\($0.next() % 50)" }
        // Not empty, because a form cannot represent an empty dictionary.
        var table = ["first": 0.5]
        for key in keys { table[key] = Self.double(&random) }
        self.table = table
        child = Child(texts, &random)
        children = random.some(3) { Child(texts, &$0) }
        next = depth > 0 ? random.some(2) { AnyModel(depth: depth - 1, texts, &$0) } : []
    }

    static func double(_ random: inout Seeded) -> Double {
        let value = Double(bitPattern: random.next())
        return value.isFinite ? value : 0.1
    }
}

extension AnyModel.Child {
    init(_ texts: (inout Seeded) -> String, _ random: inout Seeded) {
        name = texts(&random)
        value = Bool.random(using: &random) ? AnyModel.double(&random) : nil
        flags = (0..<Int(random.next() % 3)).map { _ in Bool.random(using: &random) }
    }
}

extension Seeded {
    /// Returns a list of up to `most` elements.
    fileprivate mutating func some<T>(_ most: Int, _ make: (inout Seeded) -> T) -> [T] {
        (0..<Int.random(in: 0...most, using: &self)).map { _ in make(&self) }
    }
}

/// Random texts.
enum AnyText {
    /// Returns a text of characters that JSON and forms can represent.
    static func any(_ random: inout Seeded) -> String {
        make(Array("ab 0\"\\/\n\r\t\u{0}\u{1}\u{7F}éñ\u{301}😀\u{2028}\u{FFFF}<&>]=+%[;"), &random)
    }

    /// Returns a text of characters that XML can represent, which excludes most control characters.
    static func xml(_ random: inout Seeded) -> String {
        make(Array("ab 0\"'\\/\n\r\t\u{7F}éñ\u{301}😀\u{2028}<&>]]>=;"), &random)
    }

    private static func make(_ alphabet: [Character], _ random: inout Seeded) -> String {
        String(
            (0..<Int.random(in: 0...20, using: &random)).map { _ in
                alphabet[Int(random.next() % UInt64(alphabet.count))]
            }
        )
    }
}
