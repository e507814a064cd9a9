// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TreeDecoder {
    // MARK: - Integers

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, _ index: Int) throws -> Integer {
        let node = node(index)
        if node.kind == .integer, !node.flags.contains(.long) {
            if !node.flags.contains(.negative) {
                if let value = Integer(exactly: node.payload) { return value }
            } else if node.payload <= 1 << 63,
                let value = Integer(exactly: Int64(truncatingIfNeeded: 0 &- node.payload))
            {
                return value
            }
        }
        return try exactInteger(type, scalar(index))
    }

    /// Reads an integer that is written with a point, an exponent or many digits, or in a text.
    @inline(never)
    private func exactInteger<Integer: FixedWidthInteger>(
        _ type: Integer.Type,
        _ index: Int
    ) throws -> Integer {
        let node = node(index)
        if node.kind == .text, let digits = Self.digits(slice(of: node)),
            let value = Integer(exactly: digits)
        {
            return value
        }
        let (source, number) = try number(type, index)
        guard let exact = ExactDecimal(source, at: number.start) else {
            throw corrupted(.outOfRange, "expected a number within the range of \(type)", index)
        }
        guard exact.isInteger else {
            throw corrupted(.outOfRange, "expected \(type), found a number with a fraction", index)
        }
        guard let value = exact.exactly(type) else {
            throw corrupted(.outOfRange, "expected a number within the range of \(type)", index)
        }
        return value
    }

    /// Returns the value of a text of 1 to 19 digits; `nil` for any other text.
    private static func digits(_ text: ByteReader) -> UInt64? {
        guard text.count > 0, text.count < 20 else { return nil }
        var value: UInt64 = 0
        for index in 0..<text.count {
            let digit = UInt64(text[index] &- 0x30)
            guard digit < 10 else { return nil }
            value = value &* 10 &+ digit
        }
        return value
    }

    // MARK: - Floating point

    @inline(__always)
    func double(_ index: Int) throws -> Double {
        let node = node(index)
        if node.kind == .number, !node.flags.contains(.long),
            let value = FloatingPoint.double(
                node.payload,
                Int(node.exponent),
                isNegative: node.flags.contains(.negative)
            ),
            value.isFinite
        {
            return value
        }
        if hasStrategies, let special = nonFinite(scalar(index)) { return special }
        return try exactDouble(Double.self, scalar(index)).value
    }

    /// Reads a number as `Float`, rounded only once.
    @inline(never)
    func float(_ index: Int) throws -> Float {
        if hasStrategies, let special = nonFinite(scalar(index)) { return Float(special) }
        let (value, source, number) = try exactDouble(Float.self, scalar(index))
        let float = FloatingPoint.float(value) { Self.text(source, at: number.start) }
        guard float.isFinite else {
            throw corrupted(.outOfRange, "expected a number within the range of Float", index)
        }
        return float
    }

    /// Returns the infinity or NaN that a text denotes according to the strategy, if any.
    @inline(never)
    private func nonFinite(_ index: Int) -> Double? {
        let node = node(index)
        guard node.kind == .string || node.kind == .text else { return nil }
        // If all texts for infinities and NaN are words, a text that begins with a digit cannot be
        // one of them.
        if expectsWords, slice(of: node)[0] &- 0x30 < 10 { return nil }
        return choices.strategies.nonFiniteNumbers.value(notation.trimmed(text(of: node)))
    }

    @inline(never)
    private func exactDouble(
        _ type: Any.Type,
        _ index: Int
    ) throws -> (value: Double, source: ByteReader, number: ScannedNumber) {
        let (source, number) = try number(type, index)
        var value: Double?
        if !number.isLong {
            // The conversion of a 64-bit integer rounds once; other numbers need the general
            // algorithm.
            value =
                number.isInteger
                ? (number.isNegative ? -Double(number.digits) : Double(number.digits))
                : FloatingPoint.double(
                    number.digits,
                    Int(number.exponent),
                    isNegative: number.isNegative
                )
        }
        let result = value ?? Double(Self.text(source, at: number.start)) ?? .infinity
        guard result.isFinite else {
            throw corrupted(.outOfRange, "expected a number within the range of \(type)", index)
        }
        return (result, source, number)
    }

    // MARK: - Numbers in the source

    /// Returns the number that a node or its text denotes, and the bytes that contain the number.
    func number(_ type: Any.Type, _ index: Int) throws -> (ByteReader, ScannedNumber) {
        let node = node(index)
        let source = state.view.source(of: node)
        switch node.kind {
        case .integer, .number: return (source, ScannedNumber(node))
        case .text: break
        default: throw mismatch(type, index)
        }
        guard let number = Self.scan(source, from: Int(node.offset), length: node.length) else {
            throw corrupted(.invalidValue, "expected \(type)", index)
        }
        return (source, number)
    }

    /// Reads a number as people type it: with blanks around it, a plus sign or leading zeros.
    private static func scan(_ source: ByteReader, from start: Int, length: Int) -> ScannedNumber? {
        var at = start
        var end = start + length
        while at < end, source[at] <= 0x20 { at += 1 }
        while end > at, source[end - 1] <= 0x20 { end -= 1 }
        let isNegative = source[at] == UInt8(ascii: "-")
        if isNegative || source[at] == UInt8(ascii: "+") { at += 1 }
        let first = at
        while source[at] == UInt8(ascii: "0"), source[at + 1] &- 0x30 <= 9, at + 1 < end { at += 1 }
        // A second sign is an error.
        guard source[at] != UInt8(ascii: "-"), at < end,
            var number = ScannedNumber(source, &at), at == end
        else { return nil }
        if isNegative {
            number.isNegative = true
            number.start = first - 1
        }
        return number
    }

    /// Returns the text of a number that has been scanned.
    static func text(_ source: ByteReader, at start: Int) -> String {
        var end = start
        while JSONParser.isNumberByte(source[end]) { end += 1 }
        return source.slice(start, end - start).text
    }
}
