// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A description of the program, the machine that it runs on and the user's languages, as request
/// header fields.
///
/// ```swift
/// let client = try Client(base: base) {
///     $0.fields = UserAgent("Videoclub", version: "2.1").fields
/// }
/// ```
///
/// ```
/// Accept-Language: es-ES, es;q=0.9, en;q=0.8
/// version: 2.1
/// device: x86_64||Linux||6.1.0-18-amd64
/// User-Agent: Videoclub/2.1 (x86_64; Linux 6.1.0-18-amd64)
/// ```
///
/// The machine and the languages are determined only once. Fields that a call sets itself take
/// precedence. The fields reveal information about the user, so send them only to services that
/// need them.
public struct UserAgent: Sendable, Hashable {
    /// The name of the program.
    public var product: String
    /// The version of the program; `nil` to omit it.
    public var version: String?
    /// The machine and its operating system.
    public var device: Device
    /// The languages that the user prefers, as BCP 47 tags, the most preferred one first.
    public var languages: [String]

    /// Creates a description of the program.
    ///
    /// - Parameters:
    ///   - product: The name of the program; by default the name of its executable file.
    ///   - version: The version of the program; by default that of the app bundle on Apple's
    ///     systems, and none elsewhere.
    ///   - device: The machine; by default the one that the program runs on.
    ///   - languages: The languages that the user prefers; by default those of the system.
    public init(
        _ product: String = UserAgent.programName,
        version: String? = UserAgent.programVersion,
        device: Device = .current,
        languages: [String] = UserAgent.preferredLanguages
    ) {
        self.product = product
        self.version = version
        self.device = device
        self.languages = languages
    }

    /// The header fields `Accept-Language`, `version`, `device` and `User-Agent`.
    ///
    /// Without languages or a version, the field for them is omitted. Characters that a field
    /// cannot contain are replaced with `-`.
    public var fields: Fields {
        var fields: Fields = [:]
        if !languages.isEmpty { fields[.acceptLanguage] = LanguageTags.ranges(of: languages) }
        if let version { fields[.version] = Self.text(version) }
        fields[.device] = Self.text("\(device)")
        var agent = Self.token(product)
        if let version { agent += "/" + Self.token(version) }
        fields[.userAgent] = agent + " (\(Self.text(device.comment)))"
        return fields
    }

    /// Returns a text that is valid in a header field and in a comment (RFC 9110 §5.6.5).
    private static func text(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isPlain = (0x20..<0x7F).contains(scalar.value)
                    return isPlain && !"()\\".unicodeScalars.contains(scalar) ? scalar : "-"
                }
            )
        )
    }

    /// Returns a text that is valid as the name or version of a product (RFC 9110 §10.1.5).
    private static func token(_ text: String) -> String {
        let token = text.unicodeScalars.map { scalar in
            Method(String(scalar)) == nil ? "-" : String(scalar)
        }
        return token.isEmpty ? "-" : token.joined()
    }
}

extension FieldName {
    fileprivate static let version = FieldName(known: "version")
    fileprivate static let device = FieldName(known: "device")
}
