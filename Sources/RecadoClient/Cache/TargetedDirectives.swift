// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The directives of a CDN-Cache-Control field (RFC 9213), a dictionary of structured fields (RFC 9651 §3.2).
struct TargetedDirectives {
    /// The directives by name, with their arguments as texts; those that are false are left out.
    let directives: [String: [String?]]

    /// Reads the field; `nil` where there is none, or one that is no dictionary.
    init?(_ fields: Fields) {
        let values = fields[values: "CDN-Cache-Control"]
        var scanner = FieldScanner(values.joined(separator: ", "))
        var found: [String: [String?]] = [:]
        scanner.skipBlanks()
        while !scanner.isAtEnd {
            guard let member = Self.member(&scanner), member.isOfItsType else { return nil }
            // RFC 9651 §4.2.2: the last one of a name counts.
            found[member.name] = member.isFalse ? nil : [member.argument]
            scanner.skipBlanks()
            if scanner.isAtEnd { break }
            guard scanner.consume(",") else { return nil }
            scanner.skipBlanks()
            if scanner.isAtEnd { return nil }
        }
        guard !found.isEmpty else { return nil }
        directives = found
    }

    private struct Member {
        let name: String
        var argument: String?
        var isFalse = false
        var isQuoted = false

        /// Numbers of seconds are integers, not texts.
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
            // Parameters say nothing of directives.
            var parameter = Member(name: name)
            if scanner.consume("="), !readItem(&scanner, into: &parameter) { return nil }
        }
        return member
    }

    /// A key is in small letters (RFC 9651 §3.1.2).
    private static func key(_ scanner: inout FieldScanner) -> String? {
        guard let name = scanner.token(), name == name.lowercased(),
            name.first?.isLetter == true || name.first == "*"
        else { return nil }
        return String(name)
    }

    private static func readItem(_ scanner: inout FieldScanner, into member: inout Member) -> Bool {
        if scanner.consume("?") {
            member.isFalse = scanner.consume("0")
            return member.isFalse || scanner.consume("1")
        }
        member.isQuoted = scanner.next == UInt8(ascii: "\"")
        member.argument = scanner.tokenOrQuotedString().map { String($0) }
        return member.argument != nil
    }
}
