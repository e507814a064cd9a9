// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CTestTLS
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Failed TLS handshakes` {
    private static let get = "GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n"
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private var trusting: TLSClient.Options { .init(authority: authority.issued) }

    /// Checks that the server still answers requests.
    private func expectAnswer(_ port: UInt16) throws {
        let client = try TLSClient.connected(to: port, trusting)
        try client.send(Self.get)
        #expect(try client.answer().status == 200)
    }

    @Test(arguments: ["GET", "DELETE", "PATCH"])
    func `an unencrypted request is answered with a hint to use HTTPS`(
        method: String
    ) async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            let client = try TestClient(port: port)
            try client.send("\(method) / HTTP/1.1\r\nHost: shop.example\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.status == 400)
            #expect(answer.content.contains("this port speaks HTTPS"))
            #expect(answer.fields["connection"] == "close")
            #expect(answer.fields["strict-transport-security"] == nil)
            #expect(try client.receiveAll().isEmpty)
            #expect(!client.wasReset)
            try expectAnswer(port)
        }
    }

    @Test func `a long unencrypted request is answered with 400, too`() async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            let client = try TestClient(port: port)
            let content = String(repeating: "x", count: 200_000)
            try client.send(
                "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(content.count)\r\n\r\n" + content
            )
            #expect(try client.answer().status == 400)
        }
    }

    @Test(arguments: [
        "zeros": [UInt8](repeating: 0, count: 64),
        "a record of another type": [0x17, 3, 3, 0, 5, 1, 2, 3, 4, 5],
        "a hello that lies of its length": [0x16, 3, 1, 0, 8, 1, 0xFF, 0xFF, 0xFF, 3, 3, 0, 0],
        "a hello of SSL 2": [0x80, 0x2E, 1, 0, 2, 0, 0x15, 0, 0, 0, 0x10, 1, 0, 0x80],
        "lower-case words": Array("hello, is there anybody\r\n\r\n".utf8),
        "a record that is too long": [0x16, 3, 1, 0xFF, 0xFF] + [UInt8](repeating: 9, count: 99),
    ])
    func `invalid bytes end the connection`(name: String, bytes: [UInt8]) async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            let client = try TestClient(port: port)
            try client.send(bytes)
            client.finishSending()
            while let piece = try client.receiveRaw() {
                // The server may send an alert (type 0x15), but no HTTP.
                #expect(piece.first == 0x15)
            }
            try expectAnswer(port)
        }
    }

    @Test func `a client may disconnect at any point of the handshake`() async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            for share in [0, 1, 5, 6, 50, 100] {
                let client = try TLSClient(port: port, trusting)
                let hello = client.hello()
                try client.sendRaw(Array(hello.prefix(hello.count * share / 100)))
                if share % 2 == 0 { client.reset() } else { client.finishSending() }
            }
            try expectAnswer(port)
        }
    }

    @Test(arguments: [0, 1, 5, 100])
    func `a handshake that takes too long is aborted`(count: Int) async throws {
        let configuration = try ServerConfiguration.secure(authority) {
            $0.deadlines.head = .milliseconds(300)
        }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try TLSClient(port: port, trusting)
            try client.sendRaw(Array(client.hello().prefix(count)))
            #expect(try client.receiveRaw() == nil)
            #expect(client.hasEnded)
        }
    }

    @Test func `an unfinished first request header is answered with 408`() async throws {
        let configuration = try ServerConfiguration.secure(authority) {
            $0.deadlines.head = .milliseconds(300)
        }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try TLSClient.connected(to: port, trusting)
            try client.send("GET / HTTP/1.1\r\n")
            #expect(try client.answer().status == 408)
            _ = try client.receiveAll()
            #expect(client.wasToldEnd)
        }
    }

    @Test(arguments: ["1.0": TLS1_VERSION, "1.1": TLS1_1_VERSION])
    func `TLS versions before 1.2 are refused`(name: String, version: Int32) async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            var options = trusting
            options.version = version
            options.ciphers = "ALL:@SECLEVEL=0"
            let error = #expect(throws: TestClient.Failure.self) {
                try TLSClient.connected(to: port, options)
            }
            #expect(error?.description.contains("protocol version") == true)
        }
    }

    @Test func `a server limited to TLS 1.3 refuses TLS 1.2`() async throws {
        let configuration = try ServerConfiguration.secure(authority) {
            $0.tls?.minimumVersion = .tls13
        }
        try await withServer(configuration, handler: .mirror) { port in
            var options = trusting
            options.version = TLS1_2_VERSION
            #expect(throws: TestClient.Failure.self) {
                try TLSClient.connected(to: port, options)
            }
            try expectAnswer(port)
        }
    }

    @Test(arguments: [
        "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-ECDSA-AES128-GCM-SHA256",
        "ECDHE-ECDSA-CHACHA20-POLY1305",
    ])
    func `forward-secret AEAD ciphers are accepted`(cipher: String) async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            var options = trusting
            options.version = TLS1_2_VERSION
            options.ciphers = cipher
            let client = try TLSClient.connected(to: port, options)
            #expect(client.cipher == cipher)
        }
    }

    @Test(arguments: [
        "ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384", "ECDHE-ECDSA-AES128-CCM",
        "AES128-GCM-SHA256", "AES128-SHA", "DHE-RSA-AES128-GCM-SHA256", "NULL-SHA256",
    ])
    func `all other ciphers are refused`(cipher: String) async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            var options = trusting
            options.version = TLS1_2_VERSION
            options.ciphers = cipher
            let error = #expect(throws: TestClient.Failure.self) {
                try TLSClient.connected(to: port, options)
            }
            #expect(error?.description.contains("handshake failure") == true)
        }
    }

    @Test func `renegotiation is refused`() async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            var options = trusting
            options.version = TLS1_2_VERSION
            let client = try TLSClient.connected(to: port, options)
            try client.send(Self.get)
            #expect(try client.answer().status == 200)
            let error = #expect(throws: TestClient.Failure.self) {
                try client.renegotiate()
                _ = try client.receiveAll()
            }
            #expect(error?.description.contains("renegotiation") == true)
            try expectAnswer(port)
        }
    }

    @Test func `a client that offers only unknown ALPN protocols is refused`() async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            var options = trusting
            options.protocols = ["smtp"]
            let error = #expect(throws: TestClient.Failure.self) {
                try TLSClient.connected(to: port, options)
            }
            #expect(error?.description.contains("no application protocol") == true)
            options.protocols = ["smtp", "http/1.1"]
            _ = try TLSClient.connected(to: port, options)
        }
    }

    @Test func `a connection beyond the limit is closed without a response`() async throws {
        let configuration = try ServerConfiguration.secure(authority) {
            $0.limits.connections = 1
        }
        try await withServer(configuration, handler: .mirror) { port in
            let first = try TLSClient.connected(to: port, trusting)
            try first.send(Self.get)
            #expect(try first.answer().status == 200)
            let second = try TestClient(port: port)
            #expect(try second.receiveAll().isEmpty)
        }
    }
}
