// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The values of scalars by the core schema (YAML 1.2.2 §10.3).
enum YAMLScalar {
    static func value(of text: String, isPlain: Bool, tag: String?) -> Value {
        // Unknown tags may have any length, so long tags are not compared.
        switch tag.map({ $0.utf8.count <= 40 ? $0 : "!" }) {
        case nil, "": isPlain ? plain(text) : .string(text)
        case "tag:yaml.org,2002:null": .null
        case "tag:yaml.org,2002:bool", "tag:yaml.org,2002:int", "tag:yaml.org,2002:float":
            plain(text)
        default: .string(text)
        }
    }

    private static func plain(_ text: String) -> Value {
        // Longer texts equal none of these words. Comparing them by characters could take long.
        switch text.utf8.count <= 5 ? text : "-" {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        guard let first = text.utf8.first,
            first < 0x3A, first == 0x2B || first == 0x2D || first == 0x2E || first >= 0x30
        else { return .string(text) }
        return number(text) ?? .string(text)
    }

    private static func number(_ text: String) -> Value? {
        let bytes = text.utf8
        if bytes.starts(with: "0x".utf8) { return integer(text.dropFirst(2), radix: 16) }
        if bytes.starts(with: "0o".utf8) { return integer(text.dropFirst(2), radix: 8) }
        let hasSign = bytes.first == 0x2D || bytes.first == 0x2B
        let digits = hasSign ? Substring(bytes.dropFirst()) : text[...]
        guard !digits.isEmpty else { return nil }
        if digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            if let number = Int(text) { return .number(Value.Number(number)) }
            return decimal(text)
        }
        let isDecimal = digits.utf8.allSatisfy {
            (0x30...0x39).contains($0) || [0x2E, 0x2B, 0x2D, 0x45, 0x65].contains($0)
        }
        let hasDigit = digits.utf8.contains { (0x30...0x39).contains($0) }
        guard isDecimal, hasDigit else { return nil }
        let whole =
            digits.utf8.first == 0x2E ? text.replacing(".", with: "0.", maxReplacements: 1) : text
        return decimal(whole)
    }

    /// Returns a number that keeps its digits, as in JSON: `1.10` does not become `1.1`.
    private static func decimal(_ text: String) -> Value? {
        if let number = try? JSON().value(from: text), case .number = number { return number }
        return Double(text).flatMap { Value.Number($0) }.map { .number($0) }
    }

    private static func integer(_ digits: Substring, radix: Int) -> Value? {
        guard digits.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }) else { return nil }
        return Int(digits, radix: radix).map { .number(Value.Number($0)) }
    }
}
