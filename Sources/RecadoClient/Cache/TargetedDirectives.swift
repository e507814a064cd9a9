// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The directives of a CDN-Cache-Control field (RFC 9213), whose value is a dictionary (RFC 9651
/// §3.2).
struct TargetedDirectives {
    /// The arguments of the directives, by name; directives whose value is false are left out.
    let directives: [String: [String?]]

    /// Reads the field; returns `nil` if it is missing or not a valid dictionary.
    init?(_ fields: Fields) {
        let values = fields[values: "CDN-Cache-Control"]
        var scanner = FieldScanner(values.joined(separator: ", "))
        var found: [String: [String?]] = [:]
        var isEmpty = true
        scanner.skipBlanks()
        while !scanner.isAtEnd {
            guard let member = Self.member(&scanner), member.isOfItsType else { return nil }
            isEmpty = false
            // RFC 9651 §4.2.2: if a name is repeated, the last value is used.
            found[member.name] = member.isFalse ? nil : [member.argument]
            scanner.skipBlanks()
            if scanner.isAtEnd { break }
            guard scanner.consume(",") else { return nil }
            scanner.skipBlanks()
            if scanner.isAtEnd { return nil }
        }
        guard !isEmpty else { return nil }
        directives = found
    }

    private struct Member {
        let name: String
        var argument: String?
        var isFalse = false
        var isQuoted = false

        /// True if the argument has the required type: an integer for directives that set a time.
        ///
        /// The argument of a directive with the value `?0` (false) is not checked.
        var isOfItsType: Bool {
            let ofSeconds = ["max-age", "s-maxage", "stale-while-revalidate", "stale-if-error"]
            guard ofSeconds.contains(name), !isFalse else { return true }
            return !isQuoted && argument.flatMap { Int64($0) } != nil
        }
    }

    private static func member(_ scanner: inout FieldScanner) -> Member? {
        guard let name = key(&scanner) else { return nil }
        var member = Member(name: name)
        if scanner.consume("="), !readItem(&scanner, into: &member) { return nil }
        while scanner.consume(";") {
            scanner.skipBlanks()
            guard key(&scanner) != nil else { return nil }
            // Parameters are parsed and discarded, because no directive defines any.
            var parameter = Member(name: name)
            if scanner.consume("="), !readItem(&scanner, into: &parameter) { return nil }
        }
        return member
    }

    /// Reads a key, which must be in lower case (RFC 9651 §3.1.2).
    private static func key(_ scanner: inout FieldScanner) -> String? {
        guard let name = scanner.token(), name == name.lowercased(),
            name.first?.isLetter == true || name.first == "*"
        else { return nil }
        return String(name)
    }

    private static func readItem(_ scanner: inout FieldScanner, into member: inout Member) -> Bool {
        switch scanner.next {
        case UInt8(ascii: "?"):
            _ = scanner.consume("?")
            member.isFalse = scanner.consume("0")
            return member.isFalse || scanner.consume("1")
        case UInt8(ascii: "\""):
            member.isQuoted = true
            member.argument = scanner.quotedString()
            return member.argument != nil
        case UInt8(ascii: "("): return readList(&scanner)
        case UInt8(ascii: ":"):
            _ = scanner.consume(":")
            _ = scanner.take { $0 != UInt8(ascii: ":") }
            return scanner.consume(":")
        default:
            // A date begins with “@” and a display string with “%” (RFC 9651 §3.3.7, §3.3.8).
            let hasMark = scanner.consume("@") || scanner.consume("%")
            if hasMark, scanner.next == UInt8(ascii: "\"") { return scanner.quotedString() != nil }
            let bytes = scanner.take { Token.contains($0) || [0x2F, 0x3A].contains($0) }
            member.argument = String(decoding: bytes, as: UTF8.self)
            return !bytes.isEmpty
        }
    }

    /// Skips an inner list, because no directive uses one (RFC 9651 §3.1.1).
    private static func readList(_ scanner: inout FieldScanner) -> Bool {
        _ = scanner.consume("(")
        while true {
            scanner.skipBlanks()
            if scanner.consume(")") { return true }
            var item = Member(name: "")
            guard scanner.next != UInt8(ascii: "("), readItem(&scanner, into: &item) else {
                return false
            }
            while scanner.consume(";") {
                scanner.skipBlanks()
                guard key(&scanner) != nil else { return false }
                if scanner.consume("="), !readItem(&scanner, into: &item) { return false }
            }
        }
    }
}
