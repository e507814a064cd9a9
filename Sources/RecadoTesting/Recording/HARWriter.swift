// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoTransport

/// Writes exchanges in the format HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec).
///
/// Names that begin with an underscore are custom members, which the format allows.
enum HARWriter {
    static func document(_ exchanges: [RecordedExchange]) -> [UInt8] {
        let document: Value = [
            "log": [
                "version": "1.2",
                "creator": ["name": "Recado", "version": "1"],
                "entries": .array(exchanges.map(entry)),
            ]
        ]
        var json = JSON()
        json.isPretty = true
        // Encoding cannot fail, because every value is representable in JSON.
        return (try? json.encode(document)) ?? []
    }

    private static func entry(_ exchange: RecordedExchange) -> Value {
        [
            "startedDateTime": .string(exchange.start),
            "time": milliseconds(exchange.wait + exchange.receive),
            "request": request(exchange),
            "response": response(exchange),
            "cache": [:],
            "timings": [
                "blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0,
                "wait": milliseconds(exchange.wait), "receive": milliseconds(exchange.receive),
            ],
        ]
    }

    private static func milliseconds(_ duration: Duration) -> Value {
        let microseconds = Int(max((duration / .microseconds(1)).rounded(), 0))
        guard microseconds % 1000 != 0 else { return .number(Value.Number(microseconds / 1000)) }
        return Value.Number(Double(microseconds) / 1000).map { .number($0) } ?? 0
    }

    // MARK: - Requests

    private static func request(_ exchange: RecordedExchange) -> Value {
        let query = exchange.uri[...].cut(at: "?").behind ?? ""
        let items = (try? QueryItems(parsing: query)) ?? QueryItems()
        var members: Value.Object = [
            "method": .string(exchange.method),
            "url": .string(exchange.uri),
            "httpVersion": "HTTP/1.1",
            "cookies": [],
            "headers": fields(exchange.fields),
            "queryString": .array(
                items.map { ["name": .string($0.name), "value": .string($0.value)] }
            ),
            "headersSize": -1,
            "bodySize": .number(Value.Number(exchange.content.count)),
        ]
        if !exchange.content.isEmpty {
            let (text, encoding) = text(exchange.content)
            var content: Value.Object = [
                "mimeType": .string(exchange.fields[.contentType] ?? ""), "text": .string(text),
            ]
            if let encoding { content["_encoding"] = .string(encoding) }
            members["postData"] = .object(content)
        }
        return .object(members)
    }

    private static func fields(_ fields: Fields) -> Value {
        .array(
            fields.map { ["name": .string($0.name.rawName), "value": .string($0.value)] }
        )
    }

    /// Returns content as text, and the encoding: `nil` for UTF-8, `base64` for other bytes.
    private static func text(_ bytes: [UInt8]) -> (text: String, encoding: String?) {
        if let text = String(validating: bytes, as: UTF8.self) { return (text, nil) }
        return (Base64.encode(bytes), "base64")
    }

    // MARK: - Answers

    private static func response(_ exchange: RecordedExchange) -> Value {
        var members: Value.Object = [
            "status": 0, "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": [], "content": ["size": 0, "mimeType": ""], "redirectURL": "",
            "headersSize": -1, "bodySize": -1,
        ]
        switch exchange.outcome {
        case .failure(let error):
            members["_error"] = .string(error.kind.description)
            members["comment"] = .string(error.detail)
        case .answer(let status, let fields, let body):
            members["status"] = .number(Value.Number(status.code))
            members["statusText"] = .string(status.reasonPhrase)
            members["headers"] = Self.fields(fields)
            members["redirectURL"] = .string(fields[.location] ?? "")
            members["content"] = content(body, fields)
        }
        return .object(members)
    }

    private static func content(_ body: RecordedExchange.Body, _ fields: Fields) -> Value {
        var members: Value.Object = [
            "size": 0, "mimeType": .string(fields[.contentType] ?? ""),
        ]
        switch body {
        case .missing: members["_missing"] = true
        case .cut(let bytes):
            add(bytes, to: &members)
            members["_cut"] = true
        case .bytes(let bytes): add(bytes, to: &members)
        }
        // HAR requires decoded content; this member marks content that is stored as it was
        // received.
        if fields.contains(.contentEncoding) { members["_isEncoded"] = true }
        return .object(members)
    }

    private static func add(_ bytes: [UInt8], to members: inout Value.Object) {
        let (text, encoding) = text(bytes)
        members["size"] = .number(Value.Number(bytes.count))
        members["text"] = .string(text)
        if let encoding { members["encoding"] = .string(encoding) }
    }
}
