// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoMultipart

extension CurlSettings {
    /// Returns the request that curl would send.
    func request() throws(CurlCommandError) -> Request {
        guard let address else { throw CurlCommandError("no address") }
        guard form == nil || content == nil else {
            throw CurlCommandError("a form and data; expected one of them")
        }
        var (uri, credentials) = try Self.uri(of: address)
        if isGet, let query = content?.bytes { uri = try Self.adding(query, to: uri) }
        var sent = isGet ? .empty : content ?? .empty
        var defaults = values
        if let form {
            let (parts, type) = form.content()
            sent = parts
            defaults.append(("Content-Type", "\(type)"))
        } else if content != nil, !isGet {
            let type = isJSON ? "application/json" : "application/x-www-form-urlencoded"
            defaults.append(("Content-Type", type))
            if isJSON { defaults.append(("Accept", "application/json")) }
        }
        if let user { credentials = user }
        if let credentials { defaults.append(("Authorization", try Self.basic(credentials))) }
        if !cookies.isEmpty { defaults.append(("Cookie", cookies.joined(separator: "; "))) }
        var request: Request
        do throws(URIError) {
            request = try Request(method: .get, uri: uri)
        } catch {
            throw CurlCommandError("the address: \(error)")
        }
        request.method = try method(hasContent: content != nil || form != nil)
        request.fields = try fields(with: defaults)
        request.content = sent
        if let target { request.target = target }
        return request
    }

    private func method(hasContent: Bool) throws(CurlCommandError) -> Method {
        if let method {
            guard let known = Method(method) else {
                throw CurlCommandError("--request is no name of a method")
            }
            return known
        }
        return isHead ? .head : hasContent && !isGet ? .post : .get
    }

    // MARK: - Fields

    /// Returns the fields of the command: those of `--header` options, and those of other options,
    /// such as `--user-agent`, unless a `--header` names the same field.
    private func fields(
        with defaults: [(name: String, value: String)]
    ) throws(CurlCommandError) -> Fields {
        var fields: Fields = [:]
        var named: Set<FieldName> = []
        for line in lines {
            // The delimiter is searched for in bytes, not in characters, because a combining mark
            // after it belongs to the value.
            let bytes = line.utf8
            guard
                let mark = bytes.firstIndex(where: {
                    $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";")
                })
            else { continue }
            guard let name = FieldName(String(line[..<mark])) else {
                throw CurlCommandError("--header has a malformed name")
            }
            named.insert(name)
            let value = Self.trimmed(bytes[mark...].dropFirst())
            guard Fields.isValid(value) else {
                throw CurlCommandError("--header \(name) has a value with control characters")
            }
            // To curl, a name and a colon without a value mean “do not send this field”; a
            // semicolon in place of the colon means “send it without a value”.
            if bytes[mark] == UInt8(ascii: ";") ? value.isEmpty : !value.isEmpty {
                fields.append(value, to: name)
            }
        }
        for (text, value) in defaults {
            guard let name = FieldName(text), !named.contains(name) else { continue }
            guard Fields.isValid(value) else {
                throw CurlCommandError("the value of \(name) has control characters")
            }
            if !value.isEmpty { fields[name] = value }
        }
        return fields
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        var bytes = Array(bytes.drop(while: isBlank))
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func basic(_ text: String) throws(CurlCommandError) -> String {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            throw CurlCommandError("the user has no password; expected user:password")
        }
        let user = String(text[..<mark])
        do throws(BasicCredentialsError) {
            return try BasicCredentials(
                user: user,
                password: String(decoding: text.utf8[mark...].dropFirst(), as: UTF8.self)
            )
            .authorization
        } catch {
            throw CurlCommandError("the user: \(error)")
        }
    }

    // MARK: - Address

    /// Returns the address, with a scheme added if it has none, and the credentials that the
    /// address contains.
    private static func uri(
        of text: String
    ) throws(CurlCommandError) -> (URI, credentials: String?) {
        var text = text.contains("://") ? text : "http://" + text
        var credentials: String?
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        if let mark = text[start..<end].lastIndex(of: "@") {
            credentials = PercentEncoding.decode(String(text[start..<mark]))
            text.removeSubrange(start...mark)
        }
        // curl sends non-ASCII characters unescaped; for servers, the percent-encoded form is
        // equivalent.
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            if byte < 0x80 {
                escaped.append(byte)
            } else {
                PercentEncoding.append([byte].span, keeping: .unreserved, to: &escaped)
            }
        }
        do throws(URIError) {
            let text = String(decoding: escaped, as: UTF8.self)
            return (try URI(text, limit: CurlCommand.limit), credentials)
        } catch {
            throw CurlCommandError("the address: \(error)")
        }
    }

    private static func adding(_ query: [UInt8], to uri: URI) throws(CurlCommandError) -> URI {
        let text = uri.withoutFragment.description
        let separator = uri.query == nil ? "?" : uri.query?.isEmpty == true ? "" : "&"
        let whole = text + separator + String(decoding: query, as: UTF8.self)
        return try self.uri(of: whole).0
    }
}
