// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite
struct `WebSocket handshakes` {
    /// The key in the example of RFC 6455 §1.3.
    static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

    @Test
    func `the accept value of the example in RFC 6455 is computed`() {
        #expect(WebSocketHandshake.accept(for: Self.key) == Self.accept)
    }

    @Test
    func `keys are 16 random bytes`() {
        let keys = (0..<8).map { _ in WebSocketHandshake.makeKey() }
        #expect(keys.allSatisfy { Base64.decode($0)?.count == 16 })
        #expect(Set(keys).count == 8)
    }

    // MARK: - The client

    static func answer(_ changes: (FieldName, String?)...) -> Fields {
        var fields: Fields = [
            .upgrade: "WebSocket", .connection: "keep-alive, upgrade",
            "Sec-WebSocket-Accept": accept,
        ]
        for (name, value) in changes { fields[name] = value }
        return fields
    }

    static func offer(compression: Bool = true) throws -> WebSocketHandshake.Offer {
        try WebSocketHandshake.Offer(
            key: key,
            protocols: ["scores.v2", "scores.v1"],
            offersCompression: compression
        )
    }

    @Test
    func `a client's request names version, subprotocols and extensions`() throws {
        let fields = try Self.offer().fields
        #expect(fields[.upgrade] == "websocket")
        #expect(fields["Sec-WebSocket-Version"] == "13")
        #expect(fields["Sec-WebSocket-Protocol"] == "scores.v2, scores.v1")
        #expect(
            fields["Sec-WebSocket-Extensions"] == "permessage-deflate; client_max_window_bits"
        )
    }

    @Test
    func `a response yields the agreed subprotocol and extension parameters`() throws {
        let fields = Self.answer(
            ("Sec-WebSocket-Protocol", "scores.v1"),
            (
                "Sec-WebSocket-Extensions",
                "permessage-deflate; server_no_context_takeover; client_max_window_bits=10"
            )
        )
        let agreement = try Self.offer().agreement(in: fields)
        #expect(agreement.subprotocol == "scores.v1")
        #expect(agreement.deflate?.serverNoContextTakeover == true)
        #expect(agreement.deflate?.clientNoContextTakeover == false)
        #expect(agreement.deflate?.clientWindow == 10)
        let plain = try Self.offer().agreement(in: Self.answer())
        #expect(plain == WebSocketHandshake.Agreement())
    }

    static let badAnswers: [(String, Fields)] =
        [
            ("no upgrade", answer((.upgrade, nil))),
            ("another upgrade", answer((.upgrade, "h2c"))),
            ("no connection", answer((.connection, "keep-alive"))),
            ("no accept", answer(("Sec-WebSocket-Accept", nil))),
            ("the accept of another key", answer(("Sec-WebSocket-Accept", key))),
            ("another protocol", answer(("Sec-WebSocket-Protocol", "chess"))),
            ("two protocols", answer(("Sec-WebSocket-Protocol", "scores.v1, scores.v2"))),
            ("another extension", answer(("Sec-WebSocket-Extensions", "x-webkit-deflate-frame"))),
        ]
        + [
            "permessage-deflate; x=1", "permessage-deflate; server_max_window_bits",
            "permessage-deflate; client_max_window_bits",
            "permessage-deflate; server_max_window_bits=7",
            "permessage-deflate; server_max_window_bits=16",
            "permessage-deflate; server_max_window_bits=09",
            "permessage-deflate; server_no_context_takeover=1",
            "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
            "permessage-deflate, permessage-deflate",
        ].map { ($0, answer(("Sec-WebSocket-Extensions", $0))) }

    @Test(arguments: badAnswers)
    func `an invalid response is refused`(name: String, fields: Fields) throws {
        let offer = try Self.offer()
        #expect(throws: WebSocketHandshake.HandshakeError.self) { try offer.agreement(in: fields) }
    }

    @Test
    func `an extension that was not offered is refused`() throws {
        let offer = try Self.offer(compression: false)
        let fields = Self.answer(("Sec-WebSocket-Extensions", "permessage-deflate"))
        #expect(throws: WebSocketHandshake.HandshakeError.self) { try offer.agreement(in: fields) }
    }

    @Test(arguments: [["a b"], [""], ["a", "a"], ["a,b"], ["ñ"]])
    func `subprotocol names that repeat or are no tokens are refused`(protocols: [String]) {
        #expect(throws: WebSocketHandshake.HandshakeError.self) {
            try WebSocketHandshake.Offer(
                key: Self.key,
                protocols: protocols,
                offersCompression: false
            )
        }
    }

    // MARK: - The server

    static func request(_ changes: (FieldName, String?)...) -> Request {
        var request = Request(method: .get, target: "/live")
        request.fields = [
            .upgrade: "websocket", .connection: "Upgrade", "Sec-WebSocket-Key": key,
            "Sec-WebSocket-Version": "13",
        ]
        for (name, value) in changes { request.fields[name] = value }
        return request
    }

    @Test
    func `server and client agree on the subprotocol and compression`() throws {
        var request = Self.request()
        request.fields = try Self.offer().fields
        let (fields, agreement) = try WebSocketHandshake.answer(
            request,
            protocols: ["scores.v1", "scores.v2"],
            allowsCompression: true
        )
        #expect(fields["Sec-WebSocket-Accept"] == Self.accept)
        #expect(agreement.subprotocol == "scores.v1")
        #expect(try Self.offer().agreement(in: fields) == agreement)
    }

    @Test(arguments: [
        ("permessage-deflate", "permessage-deflate"),
        (
            "permessage-deflate; server_max_window_bits=9; client_max_window_bits=12",
            "permessage-deflate; server_max_window_bits=9; client_max_window_bits=12"
        ),
        (
            "foo, permessage-deflate; x, permessage-deflate; client_no_context_takeover",
            "permessage-deflate; client_no_context_takeover"
        ),
        (
            "permessage-deflate; server_max_window_bits=\"10\"",
            "permessage-deflate; server_max_window_bits=10"
        ),
        ("permessage-deflate; server_max_window_bits", nil), ("foo", nil), ("", nil),
    ])
    func `a server accepts the first compression offer it supports`(
        offer: String,
        answer: String?
    ) throws {
        let request = Self.request(("Sec-WebSocket-Extensions", offer))
        let (fields, _) = try WebSocketHandshake.answer(request, allowsCompression: true)
        #expect(fields["Sec-WebSocket-Extensions"] == answer)
        let (plain, _) = try WebSocketHandshake.answer(request, allowsCompression: false)
        #expect(plain["Sec-WebSocket-Extensions"] == nil)
    }

    static let badRequests: [(String, Request, Status)] = [
        ("no upgrade", request((.upgrade, nil)), .upgradeRequired),
        ("no connection", request((.connection, nil)), .upgradeRequired),
        ("an old version", request(("Sec-WebSocket-Version", "8")), .upgradeRequired),
        ("no version", request(("Sec-WebSocket-Version", nil)), .upgradeRequired),
        ("no key", request(("Sec-WebSocket-Key", nil)), .badRequest),
        ("a short key", request(("Sec-WebSocket-Key", "c2hvcnQ=")), .badRequest),
        ("no Base64", request(("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ")), .badRequest),
    ]

    @Test(arguments: badRequests)
    func `an invalid handshake request is refused`(
        name: String,
        request: Request,
        status: Status
    ) throws {
        let refusal = #expect(throws: WebSocketHandshake.HandshakeError.self) {
            try WebSocketHandshake.answer(request, allowsCompression: true)
        }
        #expect(refusal?.status == status)
        if status == .upgradeRequired { #expect(refusal?.fields[.upgrade] == "websocket") }
    }

    @Test
    func `a handshake request other than GET is refused`() {
        var request = Self.request()
        request.method = .post
        let refusal = #expect(throws: WebSocketHandshake.HandshakeError.self) {
            try WebSocketHandshake.answer(request, allowsCompression: true)
        }
        #expect(refusal?.status == .methodNotAllowed)
    }
}
