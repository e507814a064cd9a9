// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension Attack {
    static var onJSON: [Attack] {
        [
            json("1 000 000 arrays in each other") { many(1_000_000, "[") },
            json("arrays as deep as allowed, again and again") {
                let deep = many(510, "[") + many(510, "]")
                return "[" + many(1_000, ",") { _ in deep } + "]"
            },
            number("an integer of 1 000 000 digits", Double.self) { many(1_000_000, "7") },
            number("the same as a value", Value.self) { many(1_000_000, "7") },
            number("a fraction that is decided by its millionth digit", Double.self) {
                "1.00000000000000011102230246251565404236316680908203125" + many(1_000_000, "0")
                    + "1"
            },
            number("an exponent of 1 000 000 digits", Double.self) { "1e" + many(1_000_000, "9") },
            json("100 000 unknown keys, a model of 50", Fifty.self, [Fifty].self, fifties) {
                object(100_000) { "x\($0)" }
            },
            json("one key 100 000 times, a model of 50", Fifty.self, [Fifty].self, fifties) {
                object(100_000) { _ in "k7" }
            },
            json("100 000 keys as a dictionary", [String: Int].self) {
                object(100_000) { "key\($0)" }
            },
            json("20 000 keys alike but for their end", [String: Int].self) {
                object(20_000) { many(60, "a") + "\(100_000 + $0)" }
            },
            json("objects of 31 keys alike but for their end") {
                let one = object(31) { many(60, "a") + "\(100 + $0)" }
                return "[" + many(500, ",") { _ in one } + "]"
            },
            json("one key 100 000 times as a value") { object(100_000) { _ in "key" } },
            json("a text of 500 000 escapes", String.self) { "\"" + many(500_000, "\\n") + "\"" },
            json("500 000 empty arrays") { "[" + many(500_000, ",") { _ in "[]" } + "]" },
        ]
    }

    private static func object(_ count: Int, _ key: (Int) -> String) -> String {
        "{" + many(count, ",") { "\"\(key($0))\":\($0)" } + "}"
    }

    private static func fifties(_ size: Int) throws -> [UInt8] {
        let one = object(50) { "k\($0)" }
        return Array("[\(many(max(1, size / one.utf8.count), ",") { _ in one })]".utf8)
    }

    private static func json<T: Decodable>(
        _ name: String,
        _ type: T.Type = Value.self,
        _ hostile: @escaping () -> String
    ) -> Attack {
        json(name, type, Value.self, { try JSON().encode(films($0)) }, hostile)
    }

    private static func number<T: Decodable>(
        _ name: String,
        _ type: T.Type,
        _ hostile: @escaping () -> String
    ) -> Attack {
        let numbers = { (size: Int) in
            try JSON().encode((0..<max(1, size / 18)).map { Double($0) + 0.123_456_789_012 })
        }
        return json(name, type, [T].self, numbers, hostile)
    }

    private static func json<T: Decodable, U: Decodable>(
        _ name: String,
        _ type: T.Type,
        _ innocentType: U.Type,
        _ innocent: @escaping (Int) throws -> [UInt8],
        _ hostile: @escaping () -> String
    ) -> Attack {
        Attack(
            name: "JSON: \(name)",
            hostile: { Array(hostile().utf8) },
            innocent: innocent,
            read: { _ = try JSON().decode(T.self, from: $0) },
            readInnocent: { _ = try JSON().decode(U.self, from: $0) }
        )
    }
}
