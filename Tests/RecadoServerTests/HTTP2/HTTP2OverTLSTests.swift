// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `HTTP2 over TLS` {
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private func options(_ protocols: String...) -> TLSClient.Options {
        var options = TLSClient.Options(authority: authority.issued)
        options.protocols = protocols
        return options
    }

    @Test func `HTTP/2 is used if both sides support it`() async throws {
        let handler = FunctionHandler { request in
            let text = "\(request.scheme) \(request.authority) \(request.peer?.isSecure ?? false)"
            return Response(status: .ok, content: Content(text))
        }
        try await withServer(.secure(authority), handler: handler) { port in
            let tls = try TLSClient.connected(to: port, options("h2", "http/1.1"))
            let client = try FrameClient(over: tls)
            try client.send(
                FrameClient.headers(
                    1,
                    [
                        (":method", "GET"), (":scheme", "https"), (":authority", "shop.example"),
                        (":path", "/"),
                    ]
                )
            )
            let answer = try client.answer(1)
            #expect(answer.text == "https shop.example true")
            #expect(answer["strict-transport-security"] == "max-age=31536000")
        }
    }

    @Test(arguments: [true, false])
    func `HTTP/1.1 is used if one side supports nothing else`(isServer: Bool) async throws {
        let configuration = try ServerConfiguration.secure(authority) { $0.http2 = !isServer }
        try await withServer(configuration, handler: .mirror) { port in
            let offered = isServer ? options("h2", "http/1.1") : options("http/1.1")
            let client = try TLSClient.connected(to: port, offered)
            try client.send("GET /old HTTP/1.1\r\nHost: shop.example\r\n\r\n")
            #expect(try client.answer().content == "GET /old ")
        }
    }

    @Test func `long content is received and sent back`() async throws {
        let handler = FunctionHandler { request in
            let bytes = try? await request.content.collect(upTo: 1 << 22)
            return Response(status: .ok, content: Content(bytes ?? []))
        }
        try await withServer(.secure(authority), handler: handler) { port in
            let client = try FrameClient(
                over: TLSClient.connected(to: port, options("h2")),
                settings: [(4, 1 << 20)]
            )
            try client.send(.window(0, 1 << 22))
            try client.synchronize()
            for stream in [1, 3] as [UInt32] {
                try client.request(stream, "POST", scheme: "https", isLast: false)
                let piece = (0..<16_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ Int(stream)) }
                for number in 0..<30 {
                    try client.waitForWindow(of: stream, toSend: 16_000 * (number + 1))
                    try client.send(.data(stream, piece, isLast: number == 29))
                }
                #expect(try client.answer(stream).content.count == 480_000)
            }
        }
    }

    @Test func `a client that negotiates HTTP/2 but sends HTTP/1.1 is disconnected`() async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            let client = try TLSClient.connected(to: port, options("h2"))
            try client.send("GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n")
            #expect(try !client.receiveAll().contains("HTTP/1.1"))
        }
    }
}
