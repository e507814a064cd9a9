// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The value of a Set-Cookie field, parsed as leniently as RFC 6265bis §5.6 requires.
struct SetCookie: Sendable {
    var name = ""
    var value = ""
    /// The value of the last Domain attribute, without a leading dot; `nil` if it is missing or
    /// empty.
    var domain: String?
    /// The value of the last Path attribute; `nil` if it is missing or does not begin with a slash.
    var path: String?
    /// The time at which the cookie expires, from the last Max-Age attribute, or else from the last
    /// Expires attribute.
    var expires: HTTPDate?
    var isSecure = false
    var isHTTPOnly = false
    var isPartitioned = false
    var sameSite = Cookie.SameSite.unspecified

    /// The maximum size of the name and the value together, in bytes (RFC 6265bis §5.6).
    static let sizeLimit = 4096
    /// The maximum size of an attribute's value, in bytes; a longer attribute is ignored.
    static let attributeLimit = 1024
    /// The maximum lifetime in seconds: 400 days (RFC 6265bis §5.5).
    static let ageLimit: Int64 = 400 * 86_400

    /// Parses a field; returns `nil` if the whole field must be ignored.
    init?(_ text: String, now: HTTPDate) {
        // RFC 6265bis §5.6, step 1: a field with control characters is ignored, not repaired.
        guard Fields.isValid(text) else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let first = parts.first else { return nil }
        let pair = Self.halves(Substring(first))
        // Without an equals sign, the whole text is the value and the name is empty.
        (name, value) = pair.map { (String($0), String($1)) } ?? ("", Self.trimmed(first))
        guard !(name.isEmpty && value.isEmpty),
            name.utf8.count + value.utf8.count <= Self.sizeLimit
        else { return nil }
        var lifetime = Lifetime()
        for part in parts.dropFirst() { read(Substring(part), &lifetime, now: now) }
        expires = lifetime.maxAge ?? lifetime.expires
    }

    private struct Lifetime {
        var maxAge: HTTPDate?
        var expires: HTTPDate?
    }

    // MARK: - Attributes

    private mutating func read(_ attribute: Substring, _ lifetime: inout Lifetime, now: HTTPDate) {
        let (key, value) = Self.halves(attribute) ?? (FieldList.trimmed(attribute), "")
        guard value.utf8.count <= Self.attributeLimit else { return }
        switch key.lowercased() {
        case "expires":
            guard let date = HTTPDate(cookieExpires: value) else { return }
            lifetime.expires = Self.capped(date, now: now)
        case "max-age":
            lifetime.maxAge = Self.date(maxAge: value, now: now) ?? lifetime.maxAge
        case "domain":
            let domain = value.utf8.first == UInt8(ascii: ".") ? value.dropFirst() : value
            self.domain = domain.isEmpty ? nil : domain.lowercased()
        case "path":
            path = value.utf8.first == UInt8(ascii: "/") ? String(value) : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "partitioned": isPartitioned = true
        case "samesite":
            let known: [Cookie.SameSite] = [.strict, .lax, .none]
            let text = value.lowercased()
            sameSite = known.first { $0.rawValue.lowercased() == text } ?? .unspecified
        default: break
        }
    }

    /// Returns the time at which a cookie with a Max-Age expires; `nil` if the text is not a
    /// number.
    private static func date(maxAge text: Substring, now: HTTPDate) -> HTTPDate? {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = isNegative ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        if isNegative { return HTTPDate(secondsSince1970: .min) }
        // A number that overflows is greater than the limit.
        let seconds = min(Int64(text) ?? ageLimit, ageLimit)
        if seconds == 0 { return HTTPDate(secondsSince1970: .min) }
        return HTTPDate(secondsSince1970: now.secondsSince1970 + seconds)
    }

    private static func capped(_ date: HTTPDate, now: HTTPDate) -> HTTPDate {
        min(date, HTTPDate(secondsSince1970: now.secondsSince1970 + ageLimit))
    }

    // MARK: - Text

    /// Returns the trimmed parts before and after the first equals sign; `nil` if there is none.
    private static func halves(_ text: Substring) -> (Substring, Substring)? {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let after = text.utf8.index(after: mark)
        return (FieldList.trimmed(text[..<mark]), FieldList.trimmed(text[after...]))
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> String {
        String(FieldList.trimmed(Substring(bytes)))
    }
}
