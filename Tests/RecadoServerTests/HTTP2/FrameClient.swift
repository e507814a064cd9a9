// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One frame (RFC 9113 §4.1).
struct Frame: Equatable {
    enum Kind: UInt8 {
        case data, headers, priority, reset, settings, promise, ping, goAway, window, continuation
    }

    static let endStream: UInt8 = 1
    static let acknowledgement: UInt8 = 1
    static let endHeaders: UInt8 = 4

    var kind: Kind
    var flags: UInt8 = 0
    var stream: UInt32 = 0
    var payload: [UInt8] = []

    /// The frame as it goes over the wire.
    var bytes: [UInt8] {
        let count = payload.count
        return [UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255)]
            + [kind.rawValue, flags] + number(stream) + payload
    }

    static func reset(_ stream: UInt32, _ code: UInt32 = 8) -> Frame {
        Frame(kind: .reset, stream: stream, payload: number(code))
    }

    static func window(_ stream: UInt32, _ increment: UInt32) -> Frame {
        Frame(kind: .window, stream: stream, payload: number(increment))
    }

    static func settings(_ entries: [(UInt16, UInt32)]) -> Frame {
        let payload = entries.flatMap { [UInt8($0.0 >> 8), UInt8($0.0 & 255)] + number($0.1) }
        return Frame(kind: .settings, payload: payload)
    }

    static func data(_ stream: UInt32, _ bytes: [UInt8], isLast: Bool = true) -> Frame {
        Frame(kind: .data, flags: isLast ? endStream : 0, stream: stream, payload: bytes)
    }

    static let ping = Frame(kind: .ping, payload: Array("question".utf8))
}

/// Returns a number as four bytes.
func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// Returns the number in four bytes.
private func number(_ bytes: some Collection<UInt8>) -> UInt32 {
    bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
}

/// An HTTP/2 client that sends and receives any frames that a test wants.
final class FrameClient {
    typealias Failure = TestClient.Failure

    struct Answer {
        var status = 0
        var fields: [HPACKDecoder.Field] = []
        var content: [UInt8] = []
        /// The statuses of the interim (1xx) responses.
        var interim: [Int] = []
        var isWhole = false
        var resetCode: UInt32?
        /// The number of bytes that the server has added to the stream's window.
        var window = 0

        var text: String { String(decoding: content, as: UTF8.self) }

        subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
    }

    struct GoAway: Equatable {
        var last: UInt32
        var code: UInt32
    }

    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    let client: TestClient
    private(set) var answers: [UInt32: Answer] = [:]
    private(set) var goAways: [GoAway] = []
    /// The number of bytes that the server has added to the connection's window.
    private(set) var window = 0
    private(set) var pings: [Frame] = []
    private(set) var settings: [UInt16: UInt32] = [:]
    /// The streams of the DATA frames that were received, in order.
    private(set) var dataOrder: [UInt32] = []
    /// True if the client sends WINDOW_UPDATE for the content that it receives.
    var opensWindows = true
    /// True if the client acknowledges PING and SETTINGS.
    var acknowledges = true
    private var decoder = HPACKDecoder()

    /// Connects, and sends the preface with settings.
    init(
        port: UInt16,
        settings: [(UInt16, UInt32)] = [],
        receiveBuffer: Int32? = nil,
        greets: Bool = true
    ) throws {
        client = try TestClient(port: port, receiveBuffer: receiveBuffer)
        if greets { try client.send(Self.preface + Frame.settings(settings).bytes) }
    }

    /// Continues a connection that another client has opened.
    init(over client: TestClient, settings: [(UInt16, UInt32)] = []) throws {
        self.client = client
        try client.send(Self.preface + Frame.settings(settings).bytes)
    }

    // MARK: - Sending

    func send(_ frames: Frame...) throws { try client.send(frames.flatMap(\.bytes)) }

    func send(_ frames: [Frame]) throws { try client.send(frames.flatMap(\.bytes)) }

    /// Sends a request.
    func request(
        _ stream: UInt32,
        _ method: String = "GET",
        _ path: String = "/",
        _ fields: [(String, String)] = [],
        scheme: String = "http",
        isLast: Bool = true
    ) throws {
        try send(Self.request(stream, method, path, fields, scheme: scheme, isLast: isLast))
    }

    static func request(
        _ stream: UInt32,
        _ method: String = "GET",
        _ path: String = "/",
        _ fields: [(String, String)] = [],
        scheme: String = "http",
        isLast: Bool = true
    ) -> Frame {
        let head = [
            (":method", method), (":scheme", scheme), (":authority", "h"), (":path", path),
        ]
        return headers(stream, head + fields, isLast: isLast)
    }

    static func headers(
        _ stream: UInt32,
        _ fields: [(String, String)],
        isLast: Bool = true
    ) -> Frame {
        Frame(
            kind: .headers,
            flags: Frame.endHeaders | (isLast ? Frame.endStream : 0),
            stream: stream,
            payload: block(fields)
        )
    }

    /// Encodes a header section of literal fields that must never be indexed.
    static func block(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { [0x10] + string($0.0) + string($0.1) }
    }

    static func string(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var (head, rest): ([UInt8], Int) = ([127], bytes.count - 127)
        while rest >= 128 {
            head.append(UInt8(rest & 127 | 128))
            rest >>= 7
        }
        return head + [UInt8(rest)] + bytes
    }

    // MARK: - Receiving

    /// Receives one frame.
    @discardableResult
    func receive() throws -> Frame {
        let head = try client.take(9)
        let count = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        guard let kind = Frame.Kind(rawValue: head[3]) else {
            throw Failure(description: "a frame of an unknown kind \(head[3])")
        }
        let stream = number(head[5...])
        let frame = Frame(
            kind: kind,
            flags: head[4],
            stream: stream,
            payload: try client.take(count)
        )
        try take(frame)
        return frame
    }

    private func take(_ frame: Frame) throws {
        let isAcknowledged = frame.flags & Frame.acknowledgement != 0
        switch frame.kind {
        case .headers: try takeHeaders(frame)
        case .data: try takeData(frame)
        case .reset: answers[frame.stream, default: Answer()].resetCode = number(frame.payload)
        case .goAway:
            goAways.append(
                GoAway(last: number(frame.payload), code: number(frame.payload.dropFirst(4)))
            )
        case .window:
            let increment = Int(number(frame.payload))
            if frame.stream == 0 { window += increment }
            if frame.stream != 0 { answers[frame.stream, default: Answer()].window += increment }
        case .ping:
            pings.append(frame)
            if acknowledges, !isAcknowledged {
                try? send(Frame(kind: .ping, flags: Frame.acknowledgement, payload: frame.payload))
            }
        case .settings:
            guard !isAcknowledged else { return }
            for start in stride(from: 0, to: frame.payload.count, by: 6) {
                let entry = frame.payload[start..<start + 6]
                settings[UInt16(entry[start]) << 8 | UInt16(entry[start + 1])] =
                    number(entry.dropFirst(2))
            }
            if acknowledges {
                try? send(Frame(kind: .settings, flags: Frame.acknowledgement))
            }
        case .priority, .promise, .continuation:
            throw Failure(description: "a frame that no server sends: \(frame.kind)")
        }
    }

    private func takeHeaders(_ frame: Frame) throws {
        guard frame.flags & Frame.endHeaders != 0 else {
            throw Failure(description: "a header section in pieces")
        }
        let fields = try decoder.decode(frame.payload)
        var answer = answers[frame.stream] ?? Answer()
        guard let first = fields.first, first.name == ":status", let status = Int(first.value)
        else { throw Failure(description: "no status: \(fields)") }
        if status < 200 {
            answer.interim.append(status)
        } else {
            answer.status = status
            answer.fields = Array(fields.dropFirst())
        }
        answer.isWhole = frame.flags & Frame.endStream != 0
        answers[frame.stream] = answer
    }

    private func takeData(_ frame: Frame) throws {
        answers[frame.stream, default: Answer()].content += frame.payload
        answers[frame.stream, default: Answer()].isWhole = frame.flags & Frame.endStream != 0
        dataOrder.append(frame.stream)
        let count = UInt32(frame.payload.count)
        if opensWindows, count > 0 { try? send(.window(0, count), .window(frame.stream, count)) }
    }

    /// Receives until a response is complete or its stream was reset, and returns the response.
    func answer(_ stream: UInt32) throws -> Answer {
        try answer(stream) { $0.isWhole || $0.resetCode != nil }
    }

    /// Receives until a response meets a condition, and returns the response.
    func answer(_ stream: UInt32, until condition: (Answer) -> Bool) throws -> Answer {
        while true {
            if let answer = answers[stream], condition(answer) { return answer }
            try receive()
        }
    }

    /// Receives until the client may send `count` bytes of content, given initial windows of 128
    /// KiB.
    func waitForWindow(of stream: UInt32, toSend count: Int) throws {
        while count > 131_072 + (answers[stream]?.window ?? 0) { try receive() }
    }

    /// Receives until the next GOAWAY, and returns it.
    func goAway() throws -> GoAway {
        let count = goAways.count
        while goAways.count == count { try receive() }
        return goAways[count]
    }

    /// Receives frames until the connection ends.
    func receiveToEnd() {
        while (try? receive()) != nil {}
    }

    /// Waits until the server has read everything sent so far and has answered what it could.
    func synchronize() throws {
        // The response to a PING overtakes other frames; by the second response these have arrived
        // too.
        for _ in 0..<2 {
            let count = pings.count
            try send(.ping)
            while pings.count == count { try receive() }
        }
    }

    /// Returns whether anything can be received within a number of milliseconds.
    func hasSomething(within milliseconds: Int32) -> Bool {
        !client.buffer.isEmpty || client.isReadable(within: milliseconds)
    }

    /// Sends PING repeatedly until GOAWAY arrives, and returns it.
    func pingToGoAway() throws -> GoAway {
        while goAways.isEmpty {
            if hasSomething(within: 50) { try receive() } else { try? send(.ping) }
        }
        return goAways[0]
    }
}
