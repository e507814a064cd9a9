// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A media type, as a Content-Type field names it (RFC 9110 §8.3.1).
///
/// ```swift
/// let type = MediaType("Application/Problem+JSON; charset=\"utf-8\"")
/// type?.essence               // application/problem+json
/// type?.suffix                // json
/// type?.parameters["charset"] // utf-8
/// ```
///
/// Two media types are equal if their types, subtypes and parameters are equal. The order of the
/// parameters and the case of character set names do not matter.
public struct MediaType: Sendable, CustomStringConvertible {
    /// The part before the slash, in lowercase: `application`.
    public let type: String
    /// The part after the slash, in lowercase: `problem+json`.
    public let subtype: String
    /// The parameters, in the order they were written.
    public var parameters: FieldParameters

    /// Reads a media type.
    ///
    /// - Parameter text: The value of a Content-Type field; `nil` is returned for a malformed
    ///   value, and for ranges such as `text/*`.
    public init?(_ text: some StringProtocol) {
        var scanner = FieldScanner(text)
        scanner.skipBlanks()
        guard let type = scanner.token(), type != "*", scanner.consume("/"),
            let subtype = scanner.token(), subtype != "*",
            let parameters = scanner.parameters()
        else { return nil }
        self.init(known: type.lowercased(), subtype.lowercased(), parameters)
    }

    /// Creates a media type from parts that are known to be lowercase tokens.
    init(known type: String, _ subtype: String, _ parameters: FieldParameters = [:]) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    /// The type and the subtype, without parameters: `application/problem+json`.
    public var essence: String { "\(type)/\(subtype)" }

    /// The structured syntax suffix: `json` in `application/problem+json` (RFC 6838 §4.2.8).
    public var suffix: String? {
        guard let plus = subtype.utf8.lastIndex(of: UInt8(ascii: "+")) else { return nil }
        let suffix = subtype[subtype.utf8.index(after: plus)...]
        return suffix.isEmpty ? nil : String(suffix)
    }

    /// True if the content is JSON: the subtype is `json`, or ends in `+json`.
    public var isJSON: Bool { subtype == "json" || suffix == "json" }

    /// True if the content is XML: the subtype is `xml`, or ends in `+xml`.
    public var isXML: Bool { subtype == "xml" || suffix == "xml" }

    /// True if both media types have the same type and subtype, whatever their parameters.
    public func hasSameEssence(as other: MediaType) -> Bool {
        type == other.type && subtype == other.subtype
    }

    /// True if the media type matches a range of an Accept field, whatever the range's quality.
    public func matches(_ range: MediaRange) -> Bool { range.specificity(for: self) != nil }

    /// Returns the media type with one parameter set, or removed if the value is `nil`.
    ///
    /// - Parameters:
    ///   - name: The parameter's name; nothing changes if it is not a token.
    ///   - value: The parameter's value, without quotes.
    /// - Returns: The changed media type.
    public func setting(_ name: String, to value: String?) -> MediaType {
        var copy = self
        copy.parameters[name] = value
        return copy
    }

    /// The media type as it is written: `text/html; charset=utf-8`.
    public var description: String { essence + parameters.description }
}

extension MediaType: Hashable {
    /// True if two media types are equal, except for the order of their parameters and the case of
    /// character set names.
    public static func == (one: MediaType, other: MediaType) -> Bool {
        one.hasSameEssence(as: other)
            && one.parameters.count == other.parameters.count
            && one.comparableParameters == other.comparableParameters
    }

    /// Hashes the type, the subtype and the parameters, without regard to their order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(subtype)
        hasher.combine(comparableParameters)
    }

    private var comparableParameters: Set<FieldParameters.Parameter> {
        Set(
            parameters.map { parameter in
                guard parameter.name == "charset" else { return parameter }
                return .init(name: parameter.name, value: parameter.value.lowercased())
            }
        )
    }
}
