// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A parameter of a request as Rails represents it, from any source.
enum Parameter: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Value.Number)
    case text(String)
    case list([Parameter])
    case map([ParameterName: Parameter])

    /// The member of a map; `nil` for other parameters.
    subscript(key: ParameterName) -> Parameter? {
        guard case .map(let members) = self else { return nil }
        return members[key]
    }

    /// True if the parameter is a single value; a column accepts no others.
    var isScalar: Bool {
        switch self {
        case .null, .bool, .number, .text: true
        case .list, .map: false
        }
    }
}

// MARK: - Types of columns

extension Parameter {
    /// A value for a column of whole numbers.
    enum Whole: Sendable, Hashable {
        case nothing
        case number(Int)
        /// The number does not fit into 64 bits.
        case tooLarge(isNegative: Bool)

        /// Creates the whole part of a number, like Ruby's `to_i`.
        init(truncating value: Double) {
            if !value.isFinite {
                self = .nothing
            } else if let number = Int(exactly: value.rounded(.towardZero)) {
                self = .number(number)
            } else {
                self = .tooLarge(isNegative: value < 0)
            }
        }
    }

    /// The value for a column of whole numbers, by ActiveRecord's rules.
    var whole: Whole {
        switch self {
        case .null, .list, .map: .nothing
        case .bool(let value): .number(value ? 1 : 0)
        case .text(let text): text.isBlank ? .nothing : text.rubyInteger
        case .number(let number): Self.whole(of: number)
        }
    }

    private static func whole(of number: Value.Number) -> Whole {
        number.isWholeAsWritten
            ? number.description.rubyInteger : Whole(truncating: number.double)
    }

    /// The value for a text column, by ActiveRecord's rules; `nil` for null.
    var columnText: String? {
        switch self {
        case .null, .list, .map: nil
        case .bool(let value): value ? "t" : "f"
        case .text(let text): text
        case .number(let number): Self.text(of: number)
        }
    }

    private static func text(of number: Value.Number) -> String {
        number.isWholeAsWritten ? number.description : number.double.rubyText
    }
}

// MARK: - Ruby

extension Value.Number {
    /// True if the number is written without a decimal point and without an exponent.
    fileprivate var isWholeAsWritten: Bool {
        !description.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    }
}

extension String {
    /// True if the text is empty or only white space, like Ruby's `blank?`.
    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// The whole number at the beginning of the text, or else zero, like Ruby's `to_i`.
    var rubyInteger: Parameter.Whole {
        var rest = utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        if rest.first == UInt8(ascii: "0"), let mark = rest.dropFirst().first,
            mark | 0x20 == UInt8(ascii: "d")
        {
            rest = rest.dropFirst(2)
        }
        var number = 0
        var mayBeUnderscore = false
        for byte in rest {
            // One underscore is allowed between two digits.
            if byte == UInt8(ascii: "_"), mayBeUnderscore {
                mayBeUnderscore = false
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
            mayBeUnderscore = true
            let digit = Int(byte - UInt8(ascii: "0"))
            let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, exceeds) = tens.addingReportingOverflow(isNegative ? -digit : digit)
            if overflows || exceeds { return .tooLarge(isNegative: isNegative) }
            number = sum
        }
        return .number(number)
    }
}

extension Double {
    /// The number as Ruby writes it: `5.0`, `1.0e+20`, `Infinity`.
    var rubyText: String {
        guard isFinite else { return isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity" }
        let sign = self.sign == .minus ? "-" : ""
        guard self != 0 else { return sign + "0.0" }
        let (digits, point) = magnitude.shortestDigits
        switch point {
        case 1...15 where digits.count <= point:
            return sign + digits + String(repeating: "0", count: point - digits.count) + ".0"
        case 1...15:
            return sign + digits.prefix(point) + "." + digits.dropFirst(point)
        case -3...0:
            return sign + "0." + String(repeating: "0", count: -point) + digits
        default:
            let exponent = point - 1
            let power = "\(exponent.magnitude)"
            let fraction = digits.count > 1 ? String(digits.dropFirst()) : "0"
            return sign + digits.prefix(1) + "." + fraction + (exponent < 0 ? "e-" : "e+")
                + (power.count < 2 ? "0" : "") + power
        }
    }

    /// The shortest digits that identify a positive number, and the position of the decimal point.
    private var shortestDigits: (digits: String, point: Int) {
        let parts = description.split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        let all = mantissa[0] + fraction
        let leading = all.prefix { $0 == "0" }.count
        let digits = all.dropFirst(leading)
        let trailing = digits.reversed().prefix { $0 == "0" }.count
        return (String(digits.dropLast(trailing)), mantissa[0].count + exponent - leading)
    }
}
