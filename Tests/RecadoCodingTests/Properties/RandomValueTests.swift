// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

@Suite struct `Random values` {
    /// Makes random values that a format can represent.
    private struct Maker {
        var random: Seeded
        let text: (inout Seeded) -> String
        /// True if the format has numbers, Booleans, null, and empty containers; otherwise all
        /// scalars are texts.
        let isRich: Bool

        mutating func scalar() -> Value {
            guard isRich else { return .string(text(&random)) }
            switch random.next() % 6 {
            case 0: return .null
            case 1: return .bool(random.next() % 2 == 0)
            case 2:
                return .number(.init(Int64(bitPattern: random.next()) >> Int(random.next() % 64)))
            case 3: return .number(.init(random.next()))
            case 4: return .init(floatLiteral: AnyModel.double(&random))
            default: return .string(text(&random))
            }
        }

        mutating func object(depth: Int) -> Value {
            let count = Int.random(in: (isRich ? 0 : 1)...5, using: &random)
            return .object(
                Value.Object((0..<count).map { place in ("k\(place)", value(depth: depth - 1)) })
            )
        }

        /// Returns a random value.
        ///
        /// Unless `isRich`, a list has at least two elements, none of which is a list.
        mutating func value(depth: Int) -> Value {
            guard depth > 0 else { return scalar() }
            switch random.next() % 3 {
            case 0: return scalar()
            case 1: return object(depth: depth)
            default:
                let count = Int.random(in: (isRich ? 0 : 2)...4, using: &random)
                return .array(
                    (0..<count).map { _ in
                        isRich ? value(depth: depth - 1) : element(depth: depth - 1)
                    }
                )
            }
        }

        private mutating func element(depth: Int) -> Value {
            depth > 0 && random.next() % 2 == 0 ? object(depth: depth) : scalar()
        }
    }

    @Test func `are read back unchanged from JSON`() throws {
        var maker = Maker(random: Seeded(seed: 1), text: AnyText.any, isRich: true)
        for _ in 0..<1_000 {
            let value = maker.value(depth: 6)
            let text = try JSON().encodeToString(value)
            #expect(try JSON().value(from: text) == value, "\(text)")
            #expect(try JSON().value(from: value.description) == value)
        }
    }

    @Test(arguments: [false, true])
    func `are read back unchanged from XML`(isPretty: Bool) throws {
        var xml = XML()
        xml.isPretty = isPretty
        var maker = Maker(random: Seeded(seed: 2), text: AnyText.xml, isRich: false)
        for _ in 0..<500 {
            let value = maker.object(depth: 5)
            let text = try xml.encodeToString(value)
            #expect(try xml.value(from: text) == value, "\(text)")
        }
    }

    @Test(arguments: [URLEncodedForm.ArrayStyle.brackets, .indexes])
    func `are read back unchanged from forms`(_ style: URLEncodedForm.ArrayStyle) throws {
        var form = URLEncodedForm()
        form.arrays = style
        var maker = Maker(random: Seeded(seed: 3), text: AnyText.any, isRich: false)
        for _ in 0..<500 {
            let value = maker.object(depth: 5)
            let text = try form.encodeToString(value)
            #expect(try form.value(from: Array(text.utf8)) == value, "\(text)")
        }
    }
}
