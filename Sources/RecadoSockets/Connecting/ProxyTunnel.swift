// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import RecadoWire

/// Opens a tunnel through a proxy, over a connection to that proxy.
struct ProxyTunnel: Sendable {
    let proxy: ProxyServer
    let channel: Channel
    let transfer: Transfer

    /// The maximum size of a proxy's answer in bytes.
    private static let answerLimit = 65_536

    /// Asks the proxy for a tunnel, and waits until the tunnel is open.
    ///
    /// - Parameters:
    ///   - host: The host that the tunnel leads to.
    ///   - port: The port of that host.
    ///   - resolver: Resolves the host's name if the proxy does not.
    /// - Throws: An error of the kind `cannotConnect`, whose text holds no credentials.
    func open(to host: String, port: Int, _ resolver: Resolver) async throws(TransportError) {
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        switch proxy.kind {
        case .http, .https: try await askHTTP(for: "\(host):\(port)")
        case .socks4a: try await askSOCKS4(for: bare, port)
        case .socks5h: try await askSOCKS5(for: bare, port, nil)
        case .socks5:
            let address = try await resolver.addresses(of: host, port: port, for: transfer).first
            try await askSOCKS5(for: bare, port, address?.internetAddress?.text)
        }
    }

    private func refusal(_ reason: String) -> TransportError {
        TransportError(
            .cannotConnect,
            "\(transfer.request.authority): the proxy \(proxy) \(reason)"
        )
    }

    // MARK: - HTTP

    /// Requests a tunnel with CONNECT (RFC 9110 §9.3.6).
    private func askHTTP(for place: String) async throws(TransportError) {
        var message = Array("CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\n".utf8)
        message += proxy.authorizationLines
        message += "\r\n".utf8
        try await send(message)
        var reader = ResponseReader(limits: MessageLimits(head: Self.answerLimit))
        reader.begin(answering: .connect)
        var (input, content, used): ([UInt8], [UInt8], Int) = ([], [], 0)
        while true {
            // Reads byte by byte, because the bytes after the answer belong to the tunnel.
            input += try await receive(1)
            switch reader.receive(input.span, into: &content, used: &used) {
            case .needsMore: break
            case .informational: input.removeFirst(used)
            case .head(let head):
                guard head.status.class != .success else { return }
                throw refusal("opens no tunnel: \(head.status)")
            case .end: throw refusal("opens no tunnel")
            case .failed(let error):
                throw refusal("gives an answer that is no HTTP: \(error.detail)")
            }
        }
    }

    // MARK: - SOCKS

    /// Requests a tunnel with SOCKS 4a, which supports users without passwords.
    private func askSOCKS4(for host: String, _ port: Int) async throws(TransportError) {
        guard host.utf8.count < 256, !host.utf8.contains(0) else {
            throw refusal("takes no such name")
        }
        let user = Array((proxy.credentials?.user ?? "").utf8)
        let number = [UInt8(truncatingIfNeeded: port >> 8), UInt8(truncatingIfNeeded: port)]
        var message: [UInt8] = [4, 1] + number
        if let address = Self.bytes(of: host), address.count == 4 {
            message += address + user + [0]
        } else {
            message += [0, 0, 0, 1] + user + [0] + Array(host.utf8) + [0]
        }
        try await send(message)
        let answer = try await receive(8)
        guard answer[0] == 0, answer[1] == 0x5A else {
            throw refusal("opens no tunnel: SOCKS 4 answers \(answer[1])")
        }
    }

    /// Requests a tunnel with SOCKS 5 (RFC 1928), with a name and a password if the proxy asks for
    /// them (RFC 1929).
    private func askSOCKS5(
        for host: String,
        _ port: Int,
        _ address: String?
    ) async throws(TransportError) {
        try await send(proxy.credentials == nil ? [5, 1, 0] : [5, 2, 0, 2])
        let choice = try await receive(2)
        guard choice[0] == 5 else { throw refusal("speaks no SOCKS 5") }
        switch choice[1] {
        case 0: break
        case 2: try await authenticate()
        default: throw refusal("accepts none of the ways to say who asks")
        }
        var message: [UInt8] = [5, 1, 0]
        if let bytes = Self.bytes(of: address ?? host) {
            message += [bytes.count == 4 ? 1 : 4] + bytes
        } else {
            guard let count = UInt8(exactly: host.utf8.count) else {
                throw refusal("takes no name of more than 255 bytes")
            }
            message += [3, count] + Array(host.utf8)
        }
        message += [UInt8(truncatingIfNeeded: port >> 8), UInt8(truncatingIfNeeded: port)]
        try await send(message)
        let answer = try await receive(4)
        guard answer[0] == 5, answer[1] == 0 else {
            throw refusal("opens no tunnel: \(Self.reason(answer[1]))")
        }
        // Skips the address and the port from which the proxy connects.
        switch answer[3] {
        case 1: _ = try await receive(6)
        case 4: _ = try await receive(18)
        case 3: _ = try await receive(Int(try await receive(1)[0]) + 2)
        default: throw refusal("gives an answer that is no SOCKS 5")
        }
    }

    private func authenticate() async throws(TransportError) {
        let user = Array((proxy.credentials?.user ?? "").utf8)
        let password = Array((proxy.credentials?.password ?? "").utf8)
        guard let userCount = UInt8(exactly: user.count),
            let passwordCount = UInt8(exactly: password.count)
        else { throw refusal("takes no user or password of more than 255 bytes") }
        try await send([1, userCount] + user + [passwordCount] + password)
        guard try await receive(2)[1] == 0 else {
            throw refusal("refuses the user or the password")
        }
    }

    /// Returns the bytes of a numeric address.
    private static func bytes(of text: String) -> [UInt8]? {
        SocketName(numeric: text, port: 0)?.internetAddress?.bytes
    }

    /// Returns the meaning of a reply code of RFC 1928 §6.
    private static func reason(_ code: UInt8) -> String {
        let reasons = [
            "it failed", "it is not allowed", "the network is unreachable",
            "the host is unreachable",
            "the host refuses the connection", "it takes too long", "it knows no CONNECT",
            "it knows no such address",
        ]
        let index = Int(code) - 1
        return reasons.indices.contains(index) ? reasons[index] : "SOCKS 5 answers \(code)"
    }

    // MARK: - Bytes

    private func send(_ bytes: [UInt8]) async throws(TransportError) {
        let end = try await channel.sendAll(
            bytes,
            until: transfer.connectDeadline,
            late: transfer.timeout(.connecting)
        )
        switch end {
        case .ended?: throw refusal("ends the connection")
        case .failed(_, let reason)?: throw refusal("cannot be asked: \(reason)")
        default: return
        }
    }

    /// Receives exactly the given number of bytes.
    private func receive(_ count: Int) async throws(TransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            switch channel.receive(atMost: count - bytes.count, appendingTo: &bytes) {
            case .bytes: break
            case .wouldBlock(let side): try await wait(for: side)
            case .ended: throw refusal("ends the connection")
            case .failed(_, let reason): throw refusal("gives no answer: \(reason)")
            }
        }
        return bytes
    }

    private func wait(for side: Side) async throws(TransportError) {
        try await channel.waitUntilReady(
            for: side,
            until: transfer.connectDeadline,
            late: transfer.timeout(.connecting)
        )
    }
}

extension ProxyServer {
    /// The field lines with the credentials for the proxy (RFC 9110 §11.7.2); empty without
    /// credentials.
    var authorizationLines: [UInt8] {
        guard let credentials else { return [] }
        return Array("Proxy-Authorization: \(credentials.authorization)\r\n".utf8)
    }
}
