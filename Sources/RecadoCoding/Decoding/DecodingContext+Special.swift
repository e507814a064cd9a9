// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DecodingContext {
    /// A date and time as RFC 3339 writes it, with or without a fraction.
    func date(_ index: Int) throws -> Date {
        let node = try textual(Date.self, index)
        // A date has no escapes in any sensible document, but may have them.
        let text = text(of: node)
        guard let date = InternetDate.date(text) else {
            throw corrupted(.invalidValue, "expected a date and time of RFC 3339", index)
        }
        return date
    }

    /// Bytes in base64 (RFC 4648 §4).
    func data(_ index: Int) throws -> Data {
        if let bytes = rawBytes(index) { return Data(bytes) }
        let node = try textual(Data.self, index)
        guard let data = Data(base64Encoded: text(of: node)) else {
            throw corrupted(.invalidValue, "expected bytes in base64", index)
        }
        return data
    }

    func url(_ index: Int) throws -> URL {
        let node = try textual(URL.self, index)
        guard let url = URL(string: text(of: node)) else {
            throw corrupted(.invalidValue, "expected a URL", index)
        }
        return url
    }

    func uuid(_ index: Int) throws -> UUID {
        let node = try textual(UUID.self, index)
        guard let uuid = UUID(uuidString: text(of: node)) else {
            throw corrupted(.invalidValue, "expected a UUID", index)
        }
        return uuid
    }

    /// A decimal number, digit by digit: never by way of a binary one.
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

    /// Whatever stands there, with all its digits.
    func anyValue(_ index: Int) throws -> Value {
        let node = node(index)
        switch node.kind {
        case .null: return .null
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .integer, .number: return .number(try anyNumber(index))
        case .string, .text, .key: return .string(text(of: node))
        case .bytes: return .string(Base64.encode(rawBytes(index) ?? []))
        case .array: return .array(try [Value].read(self, index))
        case .object: return .object(try anyObject(index))
        }
    }

    private func anyObject(_ index: Int) throws -> Value.Object {
        let node = node(index)
        var members: [Value.Object.Member] = []
        members.reserveCapacity(node.count)
        var next = index + 1
        while next < node.end {
            let key = self.node(next)
            if !key.isShadowed {
                members.append((text(of: key), try anyValue(next + 1)))
            }
            next = end(of: next + 1)
        }
        return Value.Object(distinct: members)
    }

    /// A number as it was written, in the smallest storage that loses nothing.
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
        // Seventeen digits are what a `Double` can need; more say what it cannot hold.
        let isShort = !number.isLong && number.digits < 100_000_000_000_000_000
        if isShort || text == "-0", let double = Double(text), let value = Value.Number(double) {
            return value
        }
        return Value.Number(storage: .literal(text))
    }
}
