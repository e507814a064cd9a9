// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An authentication scheme that a server offers, with its parameters (RFC 9110 §11.6.1).
///
/// ```swift
/// response.fields[.wwwAuthenticate] = Challenge.basic(realm: "Videoclub").description
/// let challenges = Challenge.list(in: response.fields[values: .wwwAuthenticate])
/// ```
public struct Challenge: Sendable, Hashable, CustomStringConvertible {
    /// The scheme in the spelling of its sender: `Basic`, `Bearer`, `Negotiate`.
    public let scheme: String
    /// The token; `nil` unless the scheme sends a token instead of parameters, as `Negotiate` does.
    public let token: String?
    /// The parameters, in their order.
    public let parameters: FieldParameters

    /// Creates a challenge.
    ///
    /// - Parameters:
    ///   - scheme: The scheme; the result is `nil` if it is not a token.
    ///   - parameters: The parameters.
    public init?(scheme: String, parameters: FieldParameters = [:]) {
        guard Token.isValid(scheme) else { return nil }
        self.init(known: scheme, parameters: parameters)
    }

    private init(known scheme: String, token: String? = nil, parameters: FieldParameters) {
        self.scheme = scheme
        self.token = token
        self.parameters = parameters
    }

    /// Returns the challenge of the Basic scheme, for credentials in UTF-8 (RFC 7617 §2).
    ///
    /// - Parameter realm: The realm that the credentials are for, as text shown to the user.
    /// - Returns: The challenge.
    public static func basic(realm: String) -> Challenge {
        Challenge(known: "Basic", parameters: ["realm": realm, "charset": "UTF-8"])
    }

    /// Returns the challenge of the Bearer scheme (RFC 6750 §3).
    ///
    /// - Parameter realm: The realm that the credentials are for, as text shown to the user.
    /// - Returns: The challenge.
    public static func bearer(realm: String) -> Challenge {
        Challenge(known: "Bearer", parameters: ["realm": realm])
    }

    /// The realm that the credentials are for, as text shown to the user.
    public var realm: String? { parameters["realm"] }

    /// True if the challenge has the given scheme, regardless of case.
    public func isScheme(_ name: String) -> Bool { scheme.lowercased() == name.lowercased() }

    /// The challenge as it is written: `Basic realm="Videoclub", charset="UTF-8"`.
    public var description: String {
        if let token { return "\(scheme) \(token)" }
        let texts = parameters.map { parameter in
            // RFC 7616 §3.3: the values of `stale` and `algorithm` are not quoted, all other values
            // are.
            let isBare = parameter.name == "stale" || parameter.name == "algorithm"
            let value =
                isBare && Token.isValid(parameter.value)
                ? parameter.value : FieldParameters.quoted(parameter.value)
            return "\(parameter.name)=\(value)"
        }
        return texts.isEmpty ? scheme : "\(scheme) \(texts.joined(separator: ", "))"
    }

    // MARK: - Reading

    /// Reads the challenges of all WWW-Authenticate or Proxy-Authenticate fields.
    ///
    /// - Parameter values: The fields' values, each of which may hold several challenges. The rest
    ///   of a field after a malformed challenge is left out, because its boundaries are unknown.
    /// - Returns: The challenges, in their order.
    public static func list(in values: [String]) -> [Challenge] {
        values.flatMap { value in
            var scanner = FieldScanner(value)
            var challenges: [Challenge] = []
            repeat {
                scanner.skipSeparators()
                guard let challenge = Challenge(reading: &scanner) else { break }
                challenges.append(challenge)
            } while scanner.next == UInt8(ascii: ",")
            return challenges
        }
    }

    /// Reads a field value that holds one challenge, or credentials, which have the same syntax.
    ///
    /// - Parameter value: The value; the result is `nil` if anything follows the challenge or the
    ///   credentials.
    package init?(alone value: String) {
        var scanner = FieldScanner(value)
        self.init(reading: &scanner)
        scanner.skipSeparators()
        guard scanner.isAtEnd else { return nil }
    }

    /// Reads one challenge, up to the comma before the next challenge or to the end of the field.
    private init?(reading scanner: inout FieldScanner) {
        guard let scheme = scanner.token() else { return nil }
        let hasBlanks = scanner.skipBlanks()
        if scanner.isAtEnd || scanner.next == UInt8(ascii: ",") {
            self.init(known: scheme, parameters: [:])
            return
        }
        guard hasBlanks else { return nil }
        if let token = Self.token68(&scanner) {
            self.init(known: scheme, token: token, parameters: [:])
            return
        }
        var parameters = FieldParameters()
        guard Self.parameter(&scanner, into: &parameters) else { return nil }
        // A comma may come before a parameter or before a challenge; the text after it shows which.
        while scanner.next == UInt8(ascii: ",") {
            var ahead = scanner
            ahead.skipSeparators()
            if ahead.isAtEnd { scanner = ahead }
            guard Self.parameter(&ahead, into: &parameters) else { break }
            scanner = ahead
        }
        guard !parameters.hasRepeatedName else { return nil }
        guard scanner.isAtEnd || scanner.next == UInt8(ascii: ",") else { return nil }
        self.init(known: scheme, parameters: parameters)
    }

    private static func parameter(
        _ scanner: inout FieldScanner,
        into parameters: inout FieldParameters
    ) -> Bool {
        guard let name = scanner.token() else { return false }
        scanner.skipBlanks()
        guard scanner.consume("=") else { return false }
        scanner.skipBlanks()
        guard let value = scanner.tokenOrQuotedString() else { return false }
        scanner.skipBlanks()
        parameters.append(value, to: name)
        return true
    }

    /// Reads a `token68` (RFC 9110 §11.2) if a comma or the end of the field follows it.
    private static func token68(_ scanner: inout FieldScanner) -> String? {
        var ahead = scanner
        let characters = ahead.take(while: token68Characters.contains)
        let padding = ahead.take { $0 == UInt8(ascii: "=") }
        ahead.skipBlanks()
        guard !characters.isEmpty, ahead.isAtEnd || ahead.next == UInt8(ascii: ",") else {
            return nil
        }
        scanner = ahead
        return String(decoding: characters + padding, as: UTF8.self)
    }

    private static let token68Characters = PercentEncoding.CharacterSet(unreservedAnd: "+/")
}
