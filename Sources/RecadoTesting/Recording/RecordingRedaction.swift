// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoCompression
import RecadoHTTP
import RecadoSecrets

/// The parts of requests and answers that must not appear in a recording.
///
/// Each secret is replaced with `REDACTED`, which matches any text when the recording is replayed.
/// A value is a secret if its name is sensitive (`SensitiveNames`), such as `Authorization`,
/// `X-Api-Key` or `access_token`. Such names are searched for in header fields, URIs, forms, JSON,
/// JSON lines and XML, and also if one of these is nested in a value of another. The user
/// information of a URI is a secret as well.
///
/// Content that cannot be searched for secrets is left out: malformed or incomplete JSON, plain
/// text that contains a sensitive name or user information, forms with files, and bytes of an
/// unknown type. Images, audio, video and fonts are kept.
public struct RecordingRedaction: Sendable, Hashable {
    /// The text that replaces a secret.
    static let mask = "REDACTED"

    /// Additional names of fields, items and members whose values are secrets in this recording;
    /// the names are case-insensitive.
    public var names: Set<String>
    /// Texts that are replaced wherever they occur, except in images, audio, video and fonts.
    public var values: [String]
    /// True to keep content that cannot be searched for secrets; false by default.
    public var keepsUnreadableContent = false

    /// Creates a redaction.
    ///
    /// - Parameters:
    ///   - names: Additional names of fields, items and members whose values are secrets.
    ///   - values: Texts that are replaced wherever they occur in text and in URIs.
    public init(names: Set<String> = [], values: [String] = []) {
        self.names = names
        self.values = values
    }

    private var secrets: SecretMask { SecretMask(Self.mask, names: names) }

    // MARK: - Exchanges

    func apply(to exchange: RecordedExchange) -> RecordedExchange {
        var exchange = exchange
        exchange.uri = text(secrets.address(exchange.uri))
        // The mask replaces content that cannot be searched. In a replay, the mask matches any
        // content.
        exchange.content = content(exchange.content, &exchange.fields) ?? Array(Self.mask.utf8)
        exchange.fields = fields(exchange.fields)
        guard case .answer(let status, var fields, let body) = exchange.outcome else {
            return exchange
        }
        let redacted: RecordedExchange.Body =
            switch body {
            case .bytes(let bytes): content(bytes, &fields).map { .bytes($0) } ?? .missing
            case .cut(let bytes): .cut(content(bytes, &fields) ?? [])
            case .missing: .missing
            }
        exchange.outcome = .answer(status, self.fields(fields), redacted)
        return exchange
    }

    /// Returns a text in which each of ``values`` is replaced, whether it occurs as it is or
    /// form-encoded.
    private func text(_ text: [UInt8]) -> [UInt8] {
        let values = values + values.map { PercentEncoding.encode($0, keeping: .form) }
        // Longer values come first, because a value may begin with another one.
        return values.sorted { $0.utf8.count > $1.utf8.count }.reduce(text) { text, value in
            text.replacing(bytes: value.utf8, with: Self.mask)
        }
    }

    private func text(_ text: String) -> String {
        values.isEmpty ? text : String(decoding: self.text(Array(text.utf8)), as: UTF8.self)
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
            // The scheme is not a secret, and is useful to readers.
            let (scheme, rest) = field.value[...].cut(at: " ")
            return rest == nil ? Self.mask : "\(scheme) \(Self.mask)"
        case .cookie:
            return field.value.split(separator: ";").map { masked($0) }.joined(separator: ";")
        case .setCookie:
            let (pair, attributes) = field.value[...].cut(at: ";")
            return masked(pair) + (attributes.map { ";\($0)" } ?? "")
        default:
            return secrets.value(of: field)
        }
    }

    /// Masks the value in a text of the form `name=value`.
    private func masked(_ pair: Substring) -> String {
        let (name, value) = pair.cut(at: "=")
        return value == nil ? Self.mask : "\(name)=\(Self.mask)"
    }

    // MARK: - Content

    /// Returns content without its secrets; `nil` if the content cannot be searched for secrets.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - fields: The header fields; Content-Encoding is removed if the content is returned
    ///     decoded.
    /// - Returns: The content, in the same format.
    private func content(_ bytes: [UInt8], _ fields: inout Fields) -> [UInt8]? {
        if bytes.isEmpty { return bytes }
        let type = fields[.contentType].flatMap { MediaType($0) }
        let readable = ContentCoding.decoded(bytes, fields, limit: Self.decodedLimit)
        let masked = readable.flatMap { secrets.content($0, type) }
        let isMedia = type.map { Self.media.contains($0.type) && !$0.isXML } ?? false
        if masked == nil, isMedia { return bytes }
        guard let kept = masked ?? (keepsUnreadableContent ? readable ?? bytes : nil) else {
            return nil
        }
        let redacted = text(kept)
        if redacted == readable || readable == nil && redacted == bytes { return bytes }
        if readable != nil { ContentCoding.removeCodings(from: &fields) }
        return redacted
    }

    /// The maximum size of decompressed content: 64 MiB.
    private static let decodedLimit = 64 << 20
    private static let media: Set<String> = ["audio", "font", "image", "video"]
}

/// A text in which secrets may have been replaced.
struct MaskedText {
    private let pieces: [[UInt8]]

    init(_ text: String) {
        pieces = Array(text.utf8).split(mark: Array(RecordingRedaction.mask.utf8))
    }

    /// True if a text equals this one, apart from the replaced parts.
    func matches(_ text: String) -> Bool {
        let text = Array(text.utf8)
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
            return pieces.first == text
        }
        guard text.count >= first.count + last.count, text.starts(with: first),
            text.suffix(last.count).elementsEqual(last)
        else { return false }
        var rest = text[first.count..<text.count - last.count]
        for piece in pieces.dropFirst().dropLast() {
            guard let found = rest.place(of: piece) else { return false }
            rest = rest[(found + piece.count)...]
        }
        return true
    }
}

extension [UInt8] {
    fileprivate func split(mark: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = self[...]
        while let found = rest.place(of: mark) {
            pieces.append(Array(rest[..<found]))
            rest = rest[(found + mark.count)...]
        }
        return pieces + [Array(rest)]
    }
}

extension ArraySlice<UInt8> {
    /// Returns the index at which some bytes first occur; `nil` if they do not occur.
    fileprivate func place(of part: [UInt8]) -> Int? {
        guard let first = part.first else { return startIndex }
        return indices.first { self[$0] == first && self[$0...].starts(with: part) }
    }
}
