// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoTransport

/// Reads the format HAR 1.2, as this library, Chromium and Firefox write it.
///
/// The programs differ. Some write HTTP/2 pseudo-header fields such as `:path` among the fields,
/// join several values of a field with line breaks, keep Content-Encoding for decoded content,
/// write null for missing members, or write a status of 0 for requests without a response.
struct HARReader {
    private let entries: [Value]

    init(_ bytes: [UInt8]) throws(RecordingError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let document: Value
        do {
            document = try JSON().value(from: bytes.starts(with: mark) ? Array(bytes[3...]) : bytes)
        } catch {
            throw .malformed("\(error)")
        }
        guard let entries = document["log"]?["entries"]?.arrayValue else {
            throw .malformed("expected log.entries")
        }
        self.entries = entries
    }

    func exchanges() throws(RecordingError) -> [RecordedExchange] {
        var exchanges: [RecordedExchange] = []
        for (index, entry) in entries.enumerated() {
            exchanges.append(try exchange(entry, number: index + 1))
        }
        return exchanges
    }

    private func exchange(
        _ entry: Value,
        number: Int
    ) throws(RecordingError) -> RecordedExchange {
        guard let request = entry["request"], let method = request["method"]?.stringValue,
            let url = request["url"]?.stringValue
        else { throw .malformed("entry \(number) has no request with method and url") }
        guard let response = entry["response"] else {
            throw .malformed("entry \(number) has no response")
        }
        let fields = Self.fields(request["headers"])
        return RecordedExchange(
            method: method,
            uri: Request.recordedURI(url),
            fields: fields,
            content: try content(request["postData"], number: number),
            outcome: try outcome(response, number: number),
            start: entry["startedDateTime"]?.stringValue ?? "",
            wait: Self.duration(entry["timings"]?["wait"]),
            receive: Self.duration(entry["timings"]?["receive"])
        )
    }

    private static func duration(_ value: Value?) -> Duration {
        // -1 means “unknown”.
        guard let milliseconds = value?.doubleValue, milliseconds > 0, milliseconds < 1e12 else {
            return .zero
        }
        return .microseconds(Int64(milliseconds * 1000))
    }

    private static func fields(_ value: Value?) -> Fields {
        var fields = Fields()
        for field in value?.arrayValue ?? [] {
            guard let name = field["name"]?.stringValue.flatMap({ FieldName($0) }),
                let value = field["value"]?.stringValue
            else { continue }
            for line in value.split(whereSeparator: \.isNewline) where !line.isEmpty {
                fields.append(String(line), to: name)
            }
            if value.isEmpty { fields.append("", to: name) }
        }
        return fields
    }

    // MARK: - Content

    private func content(_ data: Value?, number: Int) throws(RecordingError) -> [UInt8] {
        guard let data, !data.isNull else { return [] }
        if let text = data["text"]?.stringValue {
            let encoding = (data["_encoding"] ?? data["encoding"])?.stringValue
            return try Self.bytes(text, encoding: encoding, number: number)
        }
        let items = (data["params"]?.arrayValue ?? []).compactMap { item in
            item["name"]?.stringValue.map {
                QueryItems.Item(name: $0, value: item["value"]?.stringValue ?? "")
            }
        }
        return Array(QueryItems(items).encoded.utf8)
    }

    private static func bytes(
        _ text: String,
        encoding: String?,
        number: Int
    ) throws(RecordingError) -> [UInt8] {
        guard encoding?.lowercased() == "base64" else { return Array(text.utf8) }
        guard let bytes = Base64.decode(text.filter { !$0.isWhitespace }) else {
            throw .malformed("entry \(number) has content that is no Base64")
        }
        return bytes
    }

    // MARK: - Answers

    private func outcome(
        _ response: Value,
        number: Int
    ) throws(RecordingError) -> RecordedExchange.Outcome {
        let code = response["status"]?.intValue ?? 0
        guard code != 0 else {
            let error = response["_error"]?.stringValue ?? ""
            return .failure(
                TransportError(Self.kind(error), response["comment"]?.stringValue ?? error)
            )
        }
        guard let status = Status(code) else {
            throw .malformed("entry \(number) has the status \(code)")
        }
        var fields = Self.fields(response["headers"])
        // The recorded content is complete, so fields about the original connection do not apply.
        for name: FieldName in [.transferEncoding, .connection, "Keep-Alive"] {
            fields.removeAll(name)
        }
        let content = response["content"]
        if content?["_isEncoded"]?.boolValue != true { fields.removeAll(.contentEncoding) }
        let body = try body(content, status, number: number)
        if case .bytes(let bytes) = body, !bytes.isEmpty {
            fields[.contentLength] = "\(bytes.count)"
        }
        return .answer(status, fields, body)
    }

    private func body(
        _ content: Value?,
        _ status: Status,
        number: Int
    ) throws(RecordingError) -> RecordedExchange.Body {
        guard let content, !status.forbidsContent else { return .bytes([]) }
        guard let text = content["text"]?.stringValue else {
            let isMissing = content["_missing"]?.boolValue == true
            return isMissing || (content["size"]?.intValue ?? 0) > 0 ? .missing : .bytes([])
        }
        let encoding = content["encoding"]?.stringValue
        let bytes = try Self.bytes(text, encoding: encoding, number: number)
        return content["_cut"]?.boolValue == true ? .cut(bytes) : .bytes(bytes)
    }

    /// Returns the kind of the error that a recorded text describes; the text is from this library
    /// or Chromium.
    private static func kind(_ error: String) -> TransportError.Kind {
        if let kind = kinds.first(where: { $0.description == error }) { return kind }
        if error.contains("NAME_NOT_RESOLVED") { return .cannotResolve }
        if error.contains("TIMED_OUT") { return .timedOut(.waiting) }
        if error.contains("CERT_") || error.contains("SSL_") { return .tls }
        if error.contains("CONNECTION_REFUSED") || error.contains("ADDRESS_UNREACHABLE") {
            return .cannotConnect
        }
        return .connectionLost
    }

    private static let kinds: [TransportError.Kind] = [
        .cannotResolve, .cannotConnect, .connectionLost, .tls, .cancelled, .released,
        .protocolViolation, .invalidRequest, .contentFailed, .undecodable, .notReplayable,
        .unauthenticated, .tooLarge, .redirectRefused, .failed, .timedOut(.connecting),
        .timedOut(.sending), .timedOut(.waiting), .timedOut(.receiving),
    ]
}
