// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The recorded content of a request, to be compared with the content of another request.
struct ComparedContent {
    private let bytes: [UInt8]
    private let isJSON: Bool
    private let isForm: Bool

    init(_ exchange: RecordedExchange) {
        let type = exchange.fields[.contentType].flatMap { MediaType($0) }
        bytes = exchange.content
        isJSON = type?.isJSON == true
        isForm = type?.essence == MediaType.form.essence
    }

    /// True if the given content equals the recorded content, apart from redacted parts.
    ///
    /// JSON and forms are compared by their values.
    func matches(_ content: [UInt8]) -> Bool {
        // A recording contains only the mask in place of content that could not be read.
        if bytes == content || bytes == Array(RecordingRedaction.mask.utf8) { return true }
        guard let recorded = String(validating: bytes, as: UTF8.self),
            let actual = String(validating: content, as: UTF8.self)
        else { return false }
        if MaskedText(recorded).matches(actual) { return true }
        if isForm { return Self.matches(form: recorded, actual) }
        guard isJSON, let recorded = try? JSON().value(from: bytes),
            let actual = try? JSON().value(from: content)
        else { return false }
        return Self.matches(recorded, actual)
    }

    private static func matches(form recorded: String, _ actual: String) -> Bool {
        guard let recorded = try? QueryItems(parsing: recorded),
            let actual = try? QueryItems(parsing: actual)
        else { return false }
        return recorded.count == actual.count
            && zip(recorded, actual).allSatisfy { recorded, actual in
                recorded.name == actual.name && MaskedText(recorded.value).matches(actual.value)
            }
    }

    private static func matches(_ recorded: Value, _ actual: Value) -> Bool {
        switch (recorded, actual) {
        case (.string(RecordingRedaction.mask), _): true
        case (.string(let recorded), .string(let actual)): MaskedText(recorded).matches(actual)
        case (.array(let recorded), .array(let actual)):
            recorded.count == actual.count && zip(recorded, actual).allSatisfy { matches($0, $1) }
        case (.object(let recorded), .object(let actual)):
            recorded.count == actual.count
                && recorded.allSatisfy { key, value in
                    actual[key].map { matches(value, $0) } ?? false
                }
        default: recorded == actual
        }
    }

    /// Returns content as lines of readable text.
    static func lines(_ bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "" }
        if let value = try? JSON().value(from: bytes) { return value.lines }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return "\(bytes.count) bytes: " + Base64.encode(Array(bytes.prefix(48)))
    }
}
