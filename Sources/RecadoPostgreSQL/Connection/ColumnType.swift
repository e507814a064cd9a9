// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoPQ
import RecadoStore

/// Converts the text of a column to a value, according to the type's OID in `pg_type`.
enum ColumnType {
    static var bool: Oid { 16 }
    static var bytea: Oid { 17 }
    static var int8: Oid { 20 }
    static var int2: Oid { 21 }
    static var int4: Oid { 23 }
    static var oid: Oid { 26 }
    static var float4: Oid { 700 }
    static var float8: Oid { 701 }
    static var numeric: Oid { 1_700 }

    /// Returns the value that a text from the server represents.
    ///
    /// A value of a type without a case here, such as a date or JSON, stays text. The server
    /// returns sums of integers as `numeric`: such a value becomes an integer if it has no
    /// fraction, and otherwise a real number, as in SQLite.
    static func value(_ bytes: UnsafeBufferPointer<UInt8>, type: Oid) -> SQLValue {
        switch type {
        case int8, int4, int2, oid:
            if let number = unsafe integer(bytes) { return .integer(number) }
        case bool:
            return .integer(unsafe bytes.first == UInt8(ascii: "t") ? 1 : 0)
        case float8, float4:
            if let number = Double(unsafe text(bytes)) { return .real(number) }
        case numeric:
            if let number = unsafe integer(bytes) { return .integer(number) }
            if let number = Double(unsafe text(bytes)) { return .real(number) }
        case bytea:
            if let bytes = unsafe hexadecimal(bytes) { return .blob(bytes) }
        default: break
        }
        return .text(unsafe text(bytes))
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        unsafe String(decoding: bytes, as: UTF8.self)
    }

    private static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        var number: Int64 = 0
        let isNegative = unsafe bytes.first == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        guard bytes.count > start else { return nil }
        for index in start..<bytes.count {
            let digit = unsafe bytes[index]
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            // The number is built as a negative one, because the least integer has no positive
            // counterpart.
            let (sum, isTooSmall) = tenfold.subtractingReportingOverflow(Int64(digit) - 48)
            if isTooLarge || isTooSmall { return nil }
            number = sum
        }
        if isNegative { return number }
        return number == .min ? nil : -number
    }

    /// Decodes a hexadecimal text such as `\x00ff`; returns `nil` if it is malformed.
    private static func hexadecimal(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count >= 2, unsafe text[0] == UInt8(ascii: "\\"),
            unsafe text[1] == UInt8(ascii: "x"), text.count % 2 == 0
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2 - 1)
        for index in stride(from: 2, to: text.count, by: 2) {
            guard let high = digit(unsafe text[index]), let low = digit(unsafe text[index + 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
