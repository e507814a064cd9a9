// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2
import RecadoHTTP
import RecadoWire
import Testing

/// One end of an HTTP/2 connection, which records what it receives.
private final class End {
    private var codec = HTTP2Codec()
    /// The fields that each stream has received, in order.
    var fields: [Int32: [String]] = [:]
    /// The error codes of the streams that were closed.
    var closed: [Int32: UInt32] = [:]

    init?(_ role: HTTP2Codec.Role, settings: [HTTP2Setting] = []) {
        guard let library = HTTP2Library() else { return nil }
        unsafe Self.setReceivers(of: library.callbacks)
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let hasBegun = unsafe codec.begin(
            as: role,
            library,
            context: context,
            settings: settings,
            window: 1 << 20
        )
        guard hasBegun else { return nil }
    }

    private static func setReceivers(of callbacks: OpaquePointer) {
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            guard let context = unsafe $7, let frame = unsafe $1 else { return -1 }
            let end = unsafe Unmanaged<End>.fromOpaque(context).takeUnretainedValue()
            let name = unsafe UnsafeBufferPointer(start: $2, count: $3)
            let value = unsafe UnsafeBufferPointer(start: $4, count: $5)
            let text =
                unsafe String(decoding: name, as: UTF8.self) + "="
                + String(decoding: value, as: UTF8.self)
            unsafe end.fields[frame.pointee.hd.stream_id, default: []].append(text)
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
            guard let context = unsafe $3 else { return -1 }
            let end = unsafe Unmanaged<End>.fromOpaque(context).takeUnretainedValue()
            end.closed[$1] = $2
            return 0
        }
    }

    /// Passes all bytes that wait to be sent to the other end.
    func send(to other: End) {
        while let frames = unsafe codec.nextFrames(), !frames.isEmpty {
            let result = unsafe other.codec.receive(frames.span)
            #expect(result == 0)
        }
    }

    func request(_ block: HeaderBlock) -> Int32? {
        unsafe codec.submitRequest(block, content: nil)
    }

    func respond(_ block: HeaderBlock, on stream: Int32) -> Bool {
        unsafe codec.submitResponse(block, on: stream, content: nil)
    }

    func interim(_ block: HeaderBlock, on stream: Int32) {
        codec.submitInterim(block, on: stream)
    }

    func reset(_ stream: Int32, _ code: UInt32) { codec.reset(stream, code) }
    func terminate() { codec.terminate(HTTP2ErrorCode.noError) }
    func receive(_ bytes: [UInt8]) -> Int32 { codec.receive(bytes.span) }
    var isOver: Bool { codec.isOver }
    var allowedStreams: Int { codec.allowedStreams }
    var isRequestAllowed: Bool { codec.isRequestAllowed }
}

@Suite struct `HTTP2 frames` {
    private let client: End
    private let server: End

    init() throws {
        client = try #require(End(.client, settings: [.noPush, .streamWindow(100_000)]))
        server = try #require(End(.server, settings: [.concurrentStreams(7)]))
        client.send(to: server)
        server.send(to: client)
    }

    private var request: HeaderBlock {
        var block = HeaderBlock()
        block.append(":method", "GET")
        block.append(":scheme", "https")
        block.append(":authority", "shop.example")
        block.append(":path", "/books")
        let fields: Fields = ["Accept-Language": "es"]
        for entry in fields.entries { block.append(entry, of: fields) }
        return block
    }

    @Test func `carry a request and its response`() throws {
        let stream = try #require(client.request(request))
        client.send(to: server)
        #expect(
            server.fields[stream] == [
                ":method=GET", ":scheme=https", ":authority=shop.example", ":path=/books",
                "accept-language=es",
            ]
        )
        var block = HeaderBlock()
        block.append(":status", decimal: 103)
        server.interim(block, on: stream)
        block.removeAll()
        block.append(":status", decimal: 204)
        #expect(server.respond(block, on: stream))
        server.send(to: client)
        #expect(client.fields[stream] == [":status=103", ":status=204"])
        #expect(client.closed == [stream: HTTP2ErrorCode.noError])
    }

    @Test func `announce the server's limit of concurrent streams`() {
        #expect(client.allowedStreams == 7)
        #expect(client.isRequestAllowed)
    }

    @Test func `reset a stream and end the connection`() throws {
        let stream = try #require(client.request(request))
        client.send(to: server)
        client.reset(stream, HTTP2ErrorCode.cancel)
        client.send(to: server)
        #expect(server.closed == [stream: HTTP2ErrorCode.cancel])
        #expect(HTTP2ErrorCode.name(of: HTTP2ErrorCode.cancel) == "CANCEL")
        server.terminate()
        server.send(to: client)
        #expect(server.isOver)
        #expect(!client.isRequestAllowed)
    }

    @Test func `are required, so an HTTP/1.1 request causes an error`() throws {
        let waiting = try #require(End(.server))
        let result = waiting.receive(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        #expect(result < 0)
        #expect(!HTTP2Codec.text(of: result).isEmpty)
    }
}
