// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// JSON (RFC 8259), compact or indented by two spaces.
struct JSONSink: Sink {
    static let writers = WriterPool<JSONSink>()

    let isPretty: Bool

    var refusal: SinkError? { nil }

    @inline(__always)
    func open(_ frame: inout Frame, level: Int, into output: inout OutputBuffer) {
        output.append(frame.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    }

    @inline(__always)
    func close(_ frame: Frame, level: Int, into output: inout OutputBuffer) {
        if isPretty, frame.count > 0 { breakLine(level: level, into: &output) }
        output.append(frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    @inline(__always)
    func name(
        _ name: String,
        in frame: inout Frame,
        level: Int,
        into output: inout OutputBuffer
    ) {
        let isFirst = frame.count == 0
        if isPretty {
            element(in: &frame, level: level, into: &output)
            frame.namePlace = output.count
            output.append(name: name, isFirst: true)
            output.append(UInt8(ascii: " "))
        } else {
            frame.count &+= 1
            frame.namePlace = output.count &+ (isFirst ? 0 : 1)
            output.append(name: name, isFirst: isFirst)
        }
    }

    @inline(__always)
    func name(
        _ name: KeyName,
        in frame: inout Frame,
        level: Int,
        into output: inout OutputBuffer
    ) {
        if isPretty {
            self.name(name.text, in: &frame, level: level, into: &output)
        } else {
            let skipped = frame.count == 0 ? 1 : 0
            frame.count &+= 1
            frame.namePlace = output.count &+ 1 &- skipped
            // The first member has no comma before it.
            output.append(member: name, from: skipped)
        }
    }

    @inline(__always)
    func element(in frame: inout Frame, level: Int, into output: inout OutputBuffer) {
        if frame.count != 0 { output.append(UInt8(ascii: ",")) }
        frame.count &+= 1
        if isPretty { breakLine(level: level + 1, into: &output) }
    }

    @inline(never)
    private func breakLine(level: Int, into output: inout OutputBuffer) {
        output.append(UInt8(ascii: "\n"))
        for _ in 0..<level { output.append("  ") }
    }

    func latestName(of frame: Frame, before next: Frame?, in output: OutputBuffer) -> String {
        let rest = output.bytes(in: frame.namePlace..<max(frame.namePlace, output.count))
        return JSONNameReader.name(rest)
    }

    // MARK: - Scalars

    @inline(__always)
    func null(into output: inout OutputBuffer) { output.append("null") }

    @inline(__always)
    func bool(_ value: Bool, into output: inout OutputBuffer) {
        if value { output.append("true") } else { output.append("false") }
    }

    @inline(__always)
    func signed(_ value: Int64, into output: inout OutputBuffer) { output.append(decimal: value) }

    @inline(__always)
    func unsigned(_ value: UInt64, into output: inout OutputBuffer) {
        output.append(decimal: value)
    }

    func double(_ value: Double, into output: inout OutputBuffer) { output.append(value) }

    func float(_ value: Float, into output: inout OutputBuffer) { output.append(value) }

    func number(_ digits: String, into output: inout OutputBuffer) {
        output.append(verbatim: digits)
    }

    @inline(__always)
    func text(_ value: String, into output: inout OutputBuffer) { output.appendQuoted(value) }

    func date(_ value: Timestamp, into output: inout OutputBuffer) {
        output.append(UInt8(ascii: "\""))
        value.append(to: &output)
        output.append(UInt8(ascii: "\""))
    }
}

/// Reads a name that this module wrote, for the position of a failure.
private enum JSONNameReader {
    /// The text of the string at the start of some bytes.
    static func name(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var index = 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                text.append(bytes[index])
                index += 1
                continue
            }
            let (byte, length) = unescaped(bytes[(index + 1)...])
            text.append(byte)
            index += 1 + length
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func unescaped(_ escape: ArraySlice<UInt8>) -> (byte: UInt8, length: Int) {
        switch escape.first ?? 0 {
        case UInt8(ascii: "b"): return (0x08, 1)
        case UInt8(ascii: "t"): return (0x09, 1)
        case UInt8(ascii: "n"): return (0x0A, 1)
        case UInt8(ascii: "f"): return (0x0C, 1)
        case UInt8(ascii: "r"): return (0x0D, 1)
        case UInt8(ascii: "u"):
            let digits = String(decoding: escape.dropFirst().prefix(4), as: UTF8.self)
            return (UInt8(digits, radix: 16) ?? 0, 5)
        case let byte: return (byte, 1)
        }
    }
}

// MARK: - Containers

extension JSONSink {
    @inline(__always)
    static func members<Key: CodingKey>(
        of token: Token<JSONSink>,
        keyedBy type: Key.Type
    ) -> KeyedEncodingContainer<Key> {
        CodingKeyCache.with(type) { known in
            known.isPlain && token.writer.isPlain
                ? known.writing(token, known.names) : known.writingByRules(token)
        }
    }

    @inline(__always)
    static func elements(of token: Token<JSONSink>) -> any UnkeyedEncodingContainer {
        Elements(token: token)
    }

    static func writeWhole<Model: Encodable>(
        _ value: Model,
        to writer: Writer<JSONSink>
    ) throws -> Bool {
        try EncodingTraits.write(value, to: writer)
        return true
    }

    static func writeModel<Model: Encodable>(
        _ value: Model,
        to writer: Writer<JSONSink>
    ) throws {
        try writer.runModel(value)
    }

    static func writeModel<Model: Encodable>(
        inPlace value: inout Model,
        to writer: Writer<JSONSink>
    ) throws {
        try writer.runModel(inPlace: &value)
    }

    static func writeKnown<Model: Encodable>(
        _ value: Model,
        _ way: EncodingTraits.Way,
        to writer: Writer<JSONSink>
    ) throws -> Bool {
        try writer.writeByFormat(value, way)
    }

    @inline(__always)
    static func encoder(for token: Token<JSONSink>) -> any Encoder {
        ValueEncoder(token: token)
    }

    struct Members<Key: CodingKey>: KeyedWriting, JSONMembers {
        let token: Token<JSONSink>
        let names: KeyNames?

        @inline(__always)
        init(_ token: Token<JSONSink>, _ names: KeyNames?) {
            self.token = token
            self.names = names
        }
    }

    private struct Elements: UnkeyedWriting {
        let token: Token<JSONSink>
    }

    struct ValueEncoder: ValueWriting {
        let token: Token<JSONSink>
    }
}
