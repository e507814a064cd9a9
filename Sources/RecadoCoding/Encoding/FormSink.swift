// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The sink for `application/x-www-form-urlencoded` (WHATWG URL §5.2); it writes nested names in
/// brackets.
///
/// A pair is written when its scalar is encoded; until then, its path is kept in escaped form. Null
/// and empty containers are left out because the format cannot express them.
struct FormSink: Sink {
    static let writers = WriterPool<FormSink>()

    let arrays: URLEncodedForm.ArrayStyle
    /// The name of the next value, without its index if it is an element.
    private var path: [UInt8] = []
    /// The index of the next value if it is an element of an array; `nil` if it is a member.
    private var index: Int?
    /// True if the root is an object, so that every value has a name.
    private var isNamed = false
    private(set) var refusal: SinkError?

    mutating func forget() { (path, refusal) = ([], nil) }

    init(arrays: URLEncodedForm.ArrayStyle) {
        self.arrays = arrays
    }

    mutating func open(_ frame: inout Frame, level: Int, into output: inout OutputBuffer) {
        if let index { appendBracketed(Array(String(index).utf8)) }
        index = nil
        frame.mark = path.count
        if frame.isObject { isNamed = true }
    }

    mutating func close(_ frame: Frame, level: Int, into output: inout OutputBuffer) {
        index = nil
        path.removeSubrange(min(frame.mark, path.count)...)
    }

    mutating func name(
        _ name: String,
        in frame: inout Frame,
        level: Int,
        into output: inout OutputBuffer
    ) {
        frame.count &+= 1
        index = nil
        path.removeSubrange(min(frame.mark, path.count)...)
        let text = PercentEncoding.encode(name, keeping: .form)
        if level == 0 { path += text.utf8 } else { appendBracketed(Array(text.utf8)) }
    }

    mutating func name(
        _ name: KeyName,
        in frame: inout Frame,
        level: Int,
        into output: inout OutputBuffer
    ) {
        self.name(name.text, in: &frame, level: level, into: &output)
    }

    mutating func element(in frame: inout Frame, level: Int, into output: inout OutputBuffer) {
        path.removeSubrange(min(frame.mark, path.count)...)
        index = frame.count
        frame.count &+= 1
    }

    func latestName(of frame: Frame, before next: Frame?, in output: OutputBuffer) -> String {
        let end = min(next?.mark ?? path.count, path.count)
        var text = String(decoding: path[min(frame.mark, end)..<end], as: UTF8.self)
        if text.hasPrefix("%5B"), text.hasSuffix("%5D") {
            text = String(text.dropFirst(3).dropLast(3))
        }
        return PercentEncoding.decodeForm(text) ?? text
    }

    private mutating func appendBracketed(_ text: [UInt8]) {
        path += "%5B".utf8
        path += text
        path += "%5D".utf8
    }

    // MARK: - Scalars

    /// Writes the name of a value and `=`.
    private mutating func begin(_ output: inout OutputBuffer) {
        if path.isEmpty, !isNamed || index != nil {
            refusal = SinkError(
                message: "a form has named values; the model encodes a scalar or an array by itself"
            )
        }
        if output.count > 0 { output.append(UInt8(ascii: "&")) }
        output.append(path.span)
        if let index {
            switch arrays {
            case .brackets: output.append("%5B%5D")
            case .indexes:
                output.append("%5B")
                output.append(decimal: UInt64(index))
                output.append("%5D")
            case .repeats: break
            }
        }
        output.append(UInt8(ascii: "="))
    }

    func null(into output: inout OutputBuffer) {}

    mutating func bool(_ value: Bool, into output: inout OutputBuffer) {
        begin(&output)
        if value { output.append("true") } else { output.append("false") }
    }

    mutating func signed(_ value: Int64, into output: inout OutputBuffer) {
        begin(&output)
        output.append(decimal: value)
    }

    mutating func unsigned(_ value: UInt64, into output: inout OutputBuffer) {
        begin(&output)
        output.append(decimal: value)
    }

    mutating func double(_ value: Double, into output: inout OutputBuffer) {
        // The text of a number such as 1e+20 contains `+`, which must be escaped.
        text(Value.Number(value)?.description ?? value.description, into: &output)
    }

    mutating func float(_ value: Float, into output: inout OutputBuffer) {
        let digits = value.description
        text(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits, into: &output)
    }

    mutating func number(_ digits: String, into output: inout OutputBuffer) {
        text(digits, into: &output)
    }

    mutating func text(_ value: String, into output: inout OutputBuffer) {
        begin(&output)
        output.append(verbatim: PercentEncoding.encode(value, keeping: .form))
    }

    mutating func date(_ value: Timestamp, into output: inout OutputBuffer) {
        text(value.description, into: &output)
    }
}

// MARK: - Containers

extension FormSink {
    static func members<Key: CodingKey>(
        of token: Token<FormSink>,
        keyedBy type: Key.Type
    ) -> KeyedEncodingContainer<Key> {
        let names = token.writer.names(of: type, for: token)
        return KeyedEncodingContainer(
            Members<Key>(token: token, names: names)
        )
    }

    static func elements(of token: Token<FormSink>) -> any UnkeyedEncodingContainer {
        Elements(token: token)
    }

    static func encoder(for token: Token<FormSink>) -> any Encoder {
        ValueEncoder(token: token)
    }

    private struct Members<Key: CodingKey>: KeyedWriting {
        let token: Token<FormSink>
        let names: KeyNames?
    }

    private struct Elements: UnkeyedWriting {
        let token: Token<FormSink>
    }

    private struct ValueEncoder: ValueWriting {
        let token: Token<FormSink>
    }
}
