// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TreeDecoder {
    /// Reads a date by the date strategy.
    func date(_ index: Int) throws -> Date {
        let strategy = choices.strategies.dates
        if strategy.isNumeric {
            let number = try double(index)
            guard number.isFinite else {
                throw corrupted(.invalidValue, strategy.expectation, index)
            }
            return strategy.date(number)
        }
        let text = notation.trimmed(text(of: try textual(Date.self, index)))
        guard let date = try refusing(index, { try strategy.date(text) }) else {
            throw corrupted(.invalidValue, strategy.expectation, index)
        }
        return date
    }

    /// Reads bytes by the data strategy.
    func data(_ index: Int) throws -> Data {
        if let bytes = try rawBytes(index) { return Data(bytes) }
        let text = text(of: try textual(Data.self, index))
        let strategy = choices.strategies.data
        // XML Schema allows white space within Base64 (§3.3.16).
        let packed =
            notation.isMarkup ? String(text.unicodeScalars.filter { $0.value > 0x20 }) : text
        guard let data = try refusing(index, { try strategy.data(packed) }) else {
            throw corrupted(.invalidValue, "expected bytes in \(strategy.name)", index)
        }
        return data
    }

    /// Calls a custom strategy; if the strategy throws, records the node index of the value as the
    /// error's position.
    private func refusing<T>(_ index: Int, _ body: () throws -> T?) throws -> T? {
        do {
            return try body()
        } catch {
            state.failed = index
            throw error
        }
    }

    func url(_ index: Int) throws -> URL {
        let node = try textual(URL.self, index)
        guard let url = URL(string: notation.trimmed(text(of: node))) else {
            throw corrupted(.invalidValue, "expected a URL", index)
        }
        return url
    }

    func uuid(_ index: Int) throws -> UUID {
        let node = try textual(UUID.self, index)
        guard let uuid = UUID(uuidString: notation.trimmed(text(of: node))) else {
            throw corrupted(.invalidValue, "expected a UUID", index)
        }
        return uuid
    }

    /// Reads a decimal number from its digits, without a detour through binary floating point.
    func decimal(_ index: Int) throws -> Decimal {
        let index = scalar(index)
        let (source, number) = try number(Decimal.self, index)
        guard let exact = ExactDecimal(source, at: number.start), let decimal = exact.decimal else {
            throw corrupted(.outOfRange, "expected a number of at most 38 digits", index)
        }
        return decimal
    }

    private func textual(_ type: Any.Type, _ index: Int) throws -> Document.Node {
        let node = node(scalar(index))
        guard node.kind == .string || node.kind == .text else { throw mismatch(type, index) }
        return node
    }

    // MARK: - Generic values

    /// Reads the value at an index as a generic `Value`, with all digits of its numbers.
    func anyValue(_ index: Int) throws -> Value {
        let node = node(index)
        switch node.kind {
        case .null: return .null
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .integer, .number: return .number(try anyNumber(index))
        case .string, .text, .key: return .string(text(of: node))
        case .bytes: return .string(Base64.encode(try rawBytes(index) ?? []))
        case .array: return .array(try [Value].read(self, index))
        case .object: return try notation.value(of: index, in: self)
        }
    }

    /// Reads a number into the smallest storage that preserves its notation.
    func anyNumber(_ index: Int) throws -> Value.Number {
        let index = scalar(index)
        let (source, number) = try number(Value.Number.self, index)
        if number.isInteger, !number.isLong {
            if !number.isNegative { return Value.Number(number.digits) }
            if number.digits != 0, number.digits <= 1 << 63 {
                return Value.Number(Int64(truncatingIfNeeded: 0 &- number.digits))
            }
        }
        if number.isInteger, let exact = ExactDecimal(source, at: number.start),
            let value = exact.exactly(UInt64.self), value != 0
        {
            return Value.Number(value)
        }
        let text = Self.text(source, at: number.start)
        if Self.isPlain(number, text), let double = Double(text),
            double == 0 || double.magnitude >= 1e-4, let value = Value.Number(double)
        {
            return value
        }
        return Value.Number(storage: .literal(text))
    }

    /// True if the nearest `Double` would be written as exactly this text; the result is reliable
    /// only for magnitudes of at least 0.0001.
    ///
    /// Different decimals of at most fifteen digits have different `Double` values, so the `Double`
    /// is written with the digits of the text. Longer numbers may be written with other digits, and
    /// numbers below 0.0001 are written with exponents.
    private static func isPlain(_ number: ScannedNumber, _ text: String) -> Bool {
        if number.isInteger { return text == "-0" }
        return !number.isLong && number.digits < 1_000_000_000_000_000
            && !number.digits.isMultiple(of: 10)
            && !text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
    }
}
