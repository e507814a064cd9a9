// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// What must not be shown of a request and of the answer to it.
package enum Redaction {
    /// What stands in the place of a secret.
    static let mask = "…"

    private static let sensitiveNames: Set<FieldName> = [
        .authorization, .proxyAuthorization, .cookie, .setCookie,
    ]

    /// Parts of the names of other fields that are likely to hold a secret, such as `X-Api-Key`.
    private static let sensitiveParts = [
        "auth", "cookie", "credential", "key", "password", "secret", "session", "signature",
        "token",
    ].map { Array($0.utf8) }

    /// Whether the value of a field may be a secret.
    package static func isSensitive(_ name: FieldName) -> Bool {
        if sensitiveNames.contains(name) { return true }
        // Challenges ask for credentials and hold none.
        if name == .wwwAuthenticate { return false }
        let bytes = name.rawName.utf8.map(\.lowercased)
        return sensitiveParts.contains { bytes.holds($0) }
    }

    /// The value of a field as it may be shown.
    static func value(of field: Fields.Element) -> String {
        if isSensitive(field.name) { return mask }
        // The queries of other addresses may be secrets as much as that of this one.
        guard field.name == .location || field.name == .link,
            let mark = field.value.utf8.firstIndex(of: UInt8(ascii: "?"))
        else { return field.value }
        return field.value[..<mark] + "?" + mask
    }

    /// The target of a request without the values of its query.
    static func target(of request: Request) -> String {
        guard let query = request.query, !query.isEmpty else { return request.target }
        let names = pairs(of: query).map { name, value in
            // A pair without “=” may be a secret as a whole.
            value == nil ? mask : name + "=" + mask
        }
        return request.path + "?" + names.joined(separator: "&")
    }

    /// The URI of a request without user information and the values of its query.
    static func uri(of request: Request) -> String {
        let authority = request.authority.utf8.split(separator: UInt8(ascii: "@")).last
        let host = authority.map { String(Substring($0)) } ?? ""
        return printable("\(request.scheme)://\(host)\(target(of: request))")
    }

    /// An excerpt of an answer, without the secrets of the request that it may repeat.
    static func excerpt(_ bytes: [UInt8], answering request: Request?) -> String {
        var text = printable(String(decoding: bytes, as: UTF8.self))
        for secret in request.map(secrets(of:)) ?? [] where secret.count >= 4 {
            text = text.replacing(secret, with: mask)
        }
        return text
    }

    /// What a server may repeat of a request and should not.
    private static func secrets(of request: Request) -> [String] {
        var secrets: [String] = []
        for field in request.fields where isSensitive(field.name) {
            secrets.append(field.value)
            secrets += field.value.split(separator: " ").dropFirst().map(String.init)
            if let basic = BasicCredentials(authorization: field.value) {
                secrets.append(basic.password)
            }
        }
        if let items = try? QueryItems(parsing: request.query ?? "") {
            secrets += items.map(\.value)
        }
        secrets += pairs(of: request.query ?? "").map { $1 ?? $0 }
        return secrets
    }

    /// The names and the values of a query, as they are written.
    ///
    /// They are told apart by bytes: a mark that combines with a separator would hide it.
    private static func pairs(of query: some StringProtocol) -> [(name: String, value: String?)] {
        String(query).utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let mark = pair.firstIndex(of: UInt8(ascii: "="))
            let name = String(Substring(pair[..<(mark ?? pair.endIndex)]))
            return (name, mark.map { String(Substring(pair[$0...].dropFirst())) })
        }
    }

    /// A text without control characters, so that it stays in its line.
    static func printable(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            let isBreak = (0x2028...0x202E).contains(scalar.value)
            output.append(isControl || isBreak ? " " : scalar)
        }
        return String(output)
    }
}

extension [UInt8] {
    /// Whether some bytes stand in these, one after another; a search in a text takes much longer.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard count >= part.count else { return false }
        return (0...count - part.count).contains { start in
            part.indices.allSatisfy { self[start + $0] == part[$0] }
        }
    }
}
