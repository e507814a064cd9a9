// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The sink for JSON (RFC 8259); its output is compact or indented by two spaces.
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
            unsafe output.append(pieces: name.member, from: skipped)
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
        // The output holds the name as a JSON string, which begins here with a quote.
        let start = frame.namePlace &+ 1
        let rest = output.bytes(in: start..<max(start, output.count))
        var end = 0
        while end < rest.count, rest[end] != UInt8(ascii: "\"") {
            end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return ByteReader.lending(rest.prefix(end)) { Unescaper.text($0) }
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
