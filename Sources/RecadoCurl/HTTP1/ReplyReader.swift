// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoClient
import RecadoHTTP

/// What takes the parts of an answer as they are found.
protocol ReplySink: AnyObject {
    /// Whether the next line is a status line: at the beginning, and after an informational answer.
    var awaitsStatus: Bool { get }
    /// How the content is framed, once the header section is complete; `nil` before that.
    func framing() throws(TransportError) -> ReplyFraming?
    /// Takes a line of the header or trailer section, with its end; `false` refuses the answer.
    func receiveLine(_ line: Span<UInt8>) -> Bool
    /// Takes content; `false` holds it back.
    func receive(_ content: UnsafeBufferPointer<UInt8>) -> Bool
}

/// Finds the parts of an answer of HTTP/1.1 in the bytes of a connection (RFC 9112).
///
/// 1. The lines of the header section go to the sink one by one, which knows when it is complete.
/// 2. Then content goes to the sink as it is framed, without what holds its chunks together.
/// 3. Bytes that are not taken have to be brought again, with those behind them.
struct ReplyReader {
    /// What became of some bytes.
    enum Outcome {
        /// All that could be read was; more bytes are wanted.
        case wantsMore
        /// The sink holds content back.
        case isHeld
        case isComplete
        /// The sink has refused a line.
        case isRefused
    }

    private enum State {
        case head
        case content(Int)
        case untilEnd
        case chunkSize
        case chunk(Int)
        /// Behind the bytes of a chunk.
        case chunkEnd
        case trailers
        case complete
    }

    private var state = State.head
    private let limit: Int

    /// The line with the size of a chunk may have extensions, which nobody reads.
    private static let chunkLineLimit = 4096

    /// Creates a reader of an answer.
    ///
    /// - Parameter limit: The greatest length of a line, in bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the answer is complete.
    var isComplete: Bool {
        if case .complete = state { return true }
        return false
    }

    /// Whether the answer is complete when the connection ends.
    var endsWithConnection: Bool {
        if case .untilEnd = state { return true }
        return false
    }

    /// The number of bytes that follow and are content; `Int.max` up to the end of the connection.
    var plainContent: Int {
        switch state {
        case .content(let rest), .chunk(let rest): rest
        case .untilEnd: .max
        default: 0
        }
    }

    /// How much content is left of an answer whose length is known.
    var contentLeft: Int {
        if case .content(let rest) = state { return rest }
        return 0
    }

    /// Takes note of content that has gone to the sink.
    mutating func passed(_ count: Int) {
        switch state {
        case .content(let rest): state = count < rest ? .content(rest - count) : .complete
        case .chunk(let rest): state = count < rest ? .chunk(rest - count) : .chunkEnd
        default: break
        }
    }

    // MARK: - Reading

    /// Reads what there is of the answer.
    ///
    /// - Parameters:
    ///   - bytes: What has come and was not taken yet.
    ///   - sink: What takes the parts.
    /// - Returns: What became of the bytes, and how many were taken.
    /// - Throws: An error of the kind `protocolViolation` or `tooLarge`.
    mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        into sink: some ReplySink
    ) throws(TransportError) -> (outcome: Outcome, count: Int) {
        var at = 0
        while !isComplete {
            let rest = bytes.extracting(at...)
            if plainContent > 0 {
                let count = min(plainContent, rest.count)
                if count == 0 { return (.wantsMore, at) }
                guard unsafe sink.receive(rest.extracting(..<count)) else { return (.isHeld, at) }
                passed(count)
                at += count
                continue
            }
            guard let length = unsafe Self.lineLength(in: rest) else {
                try checkBeginning(unsafe rest.span, sink)
                return (.wantsMore, at)
            }
            let line = unsafe rest.extracting(..<length).span
            guard try readLine(line, into: sink) else { return (.isRefused, at) }
            at += length
        }
        return (.isComplete, at)
    }

    private static func lineLength(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let start = bytes.baseAddress,
            let end = unsafe memchr(start, 0x0A, bytes.count)
        else { return nil }
        return unsafe UnsafeRawPointer(end) - UnsafeRawPointer(start) + 1
    }

    private mutating func readLine(
        _ line: Span<UInt8>,
        into sink: some ReplySink
    ) throws(TransportError) -> Bool {
        switch state {
        case .head:
            if sink.awaitsStatus { try Self.checkProtocol(line) }
            guard sink.receiveLine(line) else { return false }
            switch try sink.framing() {
            case nil: break
            case .nothing?, .length(0)?: state = .complete
            case .length(let length)?: state = .content(length)
            case .untilEnd?: state = .untilEnd
            case .chunks?: state = .chunkSize
            }
        case .chunkSize:
            let size = try Self.chunkSize(line)
            state = size == 0 ? .trailers : .chunk(size)
        case .chunkEnd:
            guard Self.isEmpty(line) else { throw Self.brokenChunk }
            state = .chunkSize
        case .trailers:
            guard !Self.isEmpty(line) else {
                state = .complete
                return true
            }
            guard Self.isField(line) else {
                throw TransportError(
                    .protocolViolation,
                    "a line of the trailer section is no field"
                )
            }
            return sink.receiveLine(line)
        case .content, .untilEnd, .chunk, .complete: break
        }
        return true
    }

    /// Checks a line that has not come to its end.
    private func checkBeginning(
        _ line: Span<UInt8>,
        _ sink: some ReplySink
    ) throws(TransportError) {
        switch state {
        case .chunkSize, .chunkEnd:
            guard line.count <= Self.chunkLineLimit else { throw Self.brokenChunk }
        default:
            if case .head = state, sink.awaitsStatus { try Self.checkProtocol(line) }
            guard line.count <= limit else {
                throw TransportError(.tooLarge, "the header section exceeds \(limit) bytes")
            }
        }
    }

    /// Checks that a status line, of which more may come, begins with `HTTP/1.` and a digit.
    private static func checkProtocol(_ line: Span<UInt8>) throws(TransportError) {
        let expected: StaticString = "HTTP/1."
        for index in 0..<min(line.count, 8) {
            let isExpected =
                index == 7
                ? line[7] &- 0x30 < 10 : unsafe line[index] == expected.utf8Start[index]
            guard isExpected else {
                throw TransportError(.protocolViolation, "the answer does not begin with HTTP/1")
            }
        }
    }

    // MARK: - Chunks

    private static let brokenChunk = TransportError(.protocolViolation, "a chunk is malformed")

    private static func isEmpty(_ line: Span<UInt8>) -> Bool {
        line.count == 1 || line.count == 2 && line[0] == 0x0D
    }

    private static func isField(_ line: Span<UInt8>) -> Bool {
        let colon = Token.end(in: line, line.indices)
        return colon > 0 && colon < line.count && line[colon] == UInt8(ascii: ":")
    }

    /// Reads the size of a chunk, and passes over its extensions (RFC 9112 §7.1).
    private static func chunkSize(_ line: Span<UInt8>) throws(TransportError) -> Int {
        var size = 0
        var index = 0
        while index < line.count, let digit = line[index].hexadecimalValue {
            // Sixteen digits and more would not fit; no server has leading zeros without end.
            guard index < 15 else { throw brokenChunk }
            size = size << 4 | Int(digit)
            index += 1
        }
        // Blanks before the extensions are bad manners (RFC 9112 §7.1.1), but no harm.
        guard index > 0, index < line.count,
            line[index] == 0x3B || line[index] <= 0x20, line.count <= chunkLineLimit
        else { throw brokenChunk }
        return size
    }
}
