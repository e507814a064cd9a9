// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Hides the secrets of a request and its response when these are shown.
package enum Redaction {
    /// The text that replaces a secret.
    package static let mask = SecretMask.ellipsis.text

    /// True if the value of a field may be a secret.
    package static func isSensitive(_ name: FieldName) -> Bool {
        SensitiveNames.contains(field: name)
    }

    /// Returns the value of a field without its secrets.
    package static func value(of field: Fields.Element) -> String {
        if isSensitive(field.name) { return mask }
        guard SecretMask.addressFields.contains(field.name) else { return field.value }
        // The queries of addresses in fields may contain secrets, like the request's own query.
        let (path, rest) = SecretMask.parts(of: field.value)
        let shown = SecretMask.ellipsis.address(path)
        return rest.utf8.first.map { shown + String(Unicode.Scalar($0)) + mask } ?? shown
    }

    /// Returns the target of a request without the values of its query.
    package static func target(of request: Request) -> String {
        let path = SecretMask.ellipsis.path(request.path)
        guard let query = request.query, !query.isEmpty else {
            return path + request.target.dropFirst(request.path.count)
        }
        let names = pairs(of: query).map { name, value in
            // A pair without “=” is masked as a whole, because it may be a secret.
            value == nil ? mask : SecretMask.ellipsis.pairs(name) + "=" + mask
        }
        return path + "?" + names.joined(separator: "&")
    }

    /// Returns the URI of a request without user information and the values of its query.
    package static func uri(of request: Request) -> String {
        let authority = request.authority.utf8.split(separator: UInt8(ascii: "@")).last
        let host = authority.map { String(Substring($0)) } ?? ""
        return printable("\(request.scheme)://\(host)\(target(of: request))")
    }

    /// Returns an excerpt of a response, without secrets of the request that the response repeats.
    package static func excerpt(_ bytes: [UInt8], answering request: Request?) -> String {
        var text = Array(printable(String(decoding: bytes, as: UTF8.self)).utf8)
        for secret in request.map(secrets(of:)) ?? [] where secret.utf8.count >= 4 {
            text = text.replacing(bytes: secret.utf8, with: mask)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the secrets of a request that a server might repeat in its response.
    private static func secrets(of request: Request) -> [String] {
        var secrets: [String] = []
        for field in request.fields where isSensitive(field.name) {
            secrets.append(field.value)
            secrets += field.value.utf8.split(separator: UInt8(ascii: " ")).dropFirst()
                .map { String(Substring($0)) }
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

    /// Returns the names and the values of a query, in their escaped form.
    ///
    /// The query is split by bytes, because a comparison of characters would miss a separator that
    /// is followed by a combining mark.
    private static func pairs(of query: some StringProtocol) -> [(name: String, value: String?)] {
        String(query).utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let mark = pair.firstIndex(of: UInt8(ascii: "="))
            let name = String(Substring(pair[..<(mark ?? pair.endIndex)]))
            return (name, mark.map { String(Substring(pair[$0...].dropFirst())) })
        }
    }

    /// Returns text without control characters, so that it stays on one line.
    package static func printable(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            let isBreak = (0x2028...0x202E).contains(scalar.value)
            output.append(isControl || isBreak ? " " : scalar)
        }
        return String(output)
    }
}
