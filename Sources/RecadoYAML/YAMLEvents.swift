// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoYAML
import RecadoCoding

/// A parser that splits a text into events with libyaml; it alone owns libyaml's memory.
@safe
final class YAMLEvents {
    /// An event of the parser.
    struct Event {
        let kind: Kind
        /// The line on which the event begins, from 1.
        let line: Int
    }

    /// The kind of an event, with its content.
    enum Kind {
        case beginning
        case end
        case scalar(text: String, isPlain: Bool, tag: String?, anchor: String?)
        case sequence(anchor: String?)
        case mapping(anchor: String?)
        case collectionEnd
        case alias(String)
        case other
    }

    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let isReady: Bool

    init(_ text: [UInt8]) {
        unsafe bytes = .allocate(capacity: text.count)
        _ = unsafe bytes.initialize(from: text)
        unsafe parser = .allocate(capacity: 1)
        unsafe parser.initialize(to: yaml_parser_t())
        isReady = unsafe yaml_parser_initialize(parser) == 1
        if isReady { unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, text.count) }
    }

    deinit {
        if isReady { unsafe yaml_parser_delete(parser) }
        unsafe parser.deallocate()
        unsafe bytes.deallocate()
    }

    /// Reads the next event.
    func next() throws(CodingError) -> Event {
        guard isReady else { throw CodingError(.tooLarge, "there is no memory to read YAML") }
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure() }
        defer { unsafe yaml_event_delete(&event) }
        return unsafe Event(
            kind: Self.kind(of: event),
            line: Int(clamping: event.start_mark.line) &+ 1
        )
    }

    private func failure() -> CodingError {
        let words = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
        let line = unsafe Int(clamping: parser.pointee.problem_mark.line) &+ 1
        return CodingError(
            .malformed,
            "this is no YAML: \(words ?? "it cannot be read")",
            place: CodingError.Location(line: line)
        )
    }

    private static func kind(of event: yaml_event_t) -> Kind {
        switch unsafe event.type {
        case YAML_DOCUMENT_START_EVENT: return .beginning
        case YAML_STREAM_END_EVENT: return .end
        case YAML_SCALAR_EVENT: return unsafe scalar(event)
        case YAML_SEQUENCE_START_EVENT:
            return unsafe .sequence(anchor: text(event.data.sequence_start.anchor))
        case YAML_MAPPING_START_EVENT:
            return unsafe .mapping(anchor: text(event.data.mapping_start.anchor))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .collectionEnd
        case YAML_ALIAS_EVENT: return unsafe .alias(text(event.data.alias.anchor) ?? "")
        default: return .other
        }
    }

    private static func scalar(_ event: yaml_event_t) -> Kind {
        let scalar = unsafe event.data.scalar
        let buffer = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        return unsafe .scalar(
            text: String(decoding: buffer, as: UTF8.self),
            isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE,
            tag: text(scalar.tag),
            anchor: text(scalar.anchor)
        )
    }

    private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }
}
