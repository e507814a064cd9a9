// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoHTTP

/// What of requests and answers must not stand in a recording.
///
/// Each secret is replaced with `REDACTED`, which matches any text when the recording is replayed. The
/// values of the fields Authorization, Proxy-Authorization, Cookie and Set-Cookie are always secrets, and
/// so is what has a name that speaks of one, such as `X-Api-Key` or `access_token`: fields, items of
/// queries and forms, and members of JSON.
public struct RecordingRedaction: Sendable, Hashable {
    /// What stands in the place of a secret.
    static let mask = "REDACTED"

    /// Further names of fields, items and members whose values are secrets; their case does not matter.
    public var names: Set<String>
    /// Texts that are replaced wherever they stand.
    public var values: [String]

    /// Creates a redaction.
    ///
    /// - Parameters:
    ///   - names: Further names of fields, items and members whose values are secrets.
    ///   - values: Texts that are replaced wherever they stand, in text and in URIs.
    public init(names: Set<String> = [], values: [String] = []) {
        self.names = names
        self.values = values
    }

    // MARK: - Exchanges

    func apply(to exchange: RecordedExchange) -> RecordedExchange {
        var exchange = exchange
        exchange.uri = uri(exchange.uri)
        exchange.content = content(exchange.content, exchange.fields[.contentType])
        exchange.fields = fields(exchange.fields)
        guard case .answer(let status, let fields, let body) = exchange.outcome else {
            return exchange
        }
        let redacted: RecordedExchange.Body =
            switch body {
            case .bytes(let bytes): .bytes(content(bytes, fields[.contentType]))
            case .cut(let bytes): .cut(content(bytes, fields[.contentType]))
            case .missing: .missing
            }
        exchange.outcome = .answer(status, self.fields(fields), redacted)
        return exchange
    }

    private func isSecret(_ name: String) -> Bool {
        if names.contains(where: { $0.lowercased() == name.lowercased() }) { return true }
        return FieldName(name).map(Redaction.isSensitive) ?? false
    }

    /// A text without the declared values.
    private func text(_ text: String) -> String {
        values.reduce(text) { text, value in
            value.isEmpty ? text : text.replacing(value, with: Self.mask)
        }
    }

    // MARK: - Fields

    private func fields(_ fields: Fields) -> Fields {
        var redacted = Fields()
        for field in fields { redacted.append(text(value(of: field)), to: field.name) }
        return redacted
    }

    private func value(of field: Fields.Element) -> String {
        switch field.name {
        case .authorization, .proxyAuthorization:
            // The scheme is no secret, and tells a reader much.
            let (scheme, rest) = field.value[...].cut(at: " ")
            return rest == nil ? Self.mask : "\(scheme) \(Self.mask)"
        case .cookie:
            return field.value.split(separator: ";").map { masked($0) }.joined(separator: ";")
        case .setCookie:
            let (pair, attributes) = field.value[...].cut(at: ";")
            return masked(pair) + (attributes.map { ";\($0)" } ?? "")
        case .location, .link, "Referer":
            return field.value.contains("?") ? uri(field.value) : field.value
        default:
            return isSecret(field.name.rawName) ? Self.mask : field.value
        }
    }

    /// A name and a value with an equals sign between, without the value.
    private func masked(_ pair: Substring) -> String {
        let (name, value) = pair.cut(at: "=")
        return value == nil ? Self.mask : "\(name)=\(Self.mask)"
    }

    // MARK: - Names and values

    private func uri(_ uri: String) -> String {
        let (path, query) = uri[...].cut(at: "?")
        let escaped = values.map { PercentEncoding.encode($0, keeping: .form) }
        let redacted = text(path + (query.map { "?" + pairs($0) } ?? ""))
        return escaped.reduce(redacted) { text, value in
            value.isEmpty ? text : text.replacing(value, with: Self.mask)
        }
    }

    private func pairs(_ text: Substring) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let name = pair.cut(at: "=").before
            let plain = PercentEncoding.decodeForm(name) ?? String(name)
            return isSecret(plain) ? masked(pair) : String(pair)
        }.joined(separator: "&")
    }

    // MARK: - Content

    private func content(_ bytes: [UInt8], _ type: String?) -> [UInt8] {
        guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else {
            return bytes
        }
        let type = type.flatMap { MediaType($0) }
        if type?.isJSON == true, let value = try? JSON().value(from: bytes) {
            let redacted = member(value)
            let isSame = redacted == value
            let text = isSame ? text : (try? JSON().encodeToString(redacted)) ?? Self.mask
            return Array(self.text(text).utf8)
        }
        if type?.essence == MediaType.form.essence {
            return Array(self.text(pairs(text[...])).utf8)
        }
        return values.isEmpty ? bytes : Array(self.text(text).utf8)
    }

    private func member(_ value: Value) -> Value {
        switch value {
        case .object(let members):
            .object(
                Value.Object(
                    members.map { key, value in
                        (key, isSecret(key) && !value.isNull ? .string(Self.mask) : member(value))
                    }
                )
            )
        case .array(let elements): .array(elements.map(member))
        default: value
        }
    }
}

/// A text in which secrets may have been replaced.
struct MaskedText {
    let pieces: [Substring]

    init(_ text: String) {
        pieces = text[...].pieces(between: RecordingRedaction.mask)
    }

    /// Whether a text is the same but for what was replaced.
    func matches(_ text: String) -> Bool {
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
            return pieces.first.map { $0 == text } ?? text.isEmpty
        }
        guard text.hasPrefix(first), text.hasSuffix(last),
            text.utf8.count >= first.utf8.count + last.utf8.count
        else { return false }
        var rest = text.dropFirst(first.count).dropLast(last.count)
        for piece in pieces.dropFirst().dropLast() {
            guard let found = rest.range(of: String(piece)) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}

extension Substring {
    fileprivate func pieces(between mark: String) -> [Substring] {
        split(separator: mark, omittingEmptySubsequences: false)
    }
}
