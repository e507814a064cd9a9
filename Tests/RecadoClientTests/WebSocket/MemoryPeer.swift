// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization

/// A transport whose connections have the test as their other end.
final class MemoryPeer: ByteConnecting {
    private let arrivals: AsyncStream<MemoryConnection>
    private let arrival: AsyncStream<MemoryConnection>.Continuation
    private let origins = Mutex<[String]>([])

    init() {
        (arrivals, arrival) = AsyncStream.makeStream()
    }

    /// The origins that connections were opened to.
    var connected: [String] { origins.withLock { $0 } }

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        throw TransportError(.invalidRequest, "only connections")
    }

    func connect(
        for request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> any ByteConnection {
        origins.withLock { $0.append("\(request.scheme)://\(request.authority)") }
        let connection = MemoryConnection()
        arrival.yield(connection)
        return connection
    }

    /// Waits for the next connection that the client opens.
    func connection() async -> MemoryConnection? {
        for await connection in arrivals { return connection }
        return nil
    }

    // MARK: - Openings

    /// Reads the request header of the next WebSocket handshake.
    func request() async -> (lines: [String], connection: MemoryConnection)? {
        guard let connection = await connection() else { return nil }
        var bytes: [UInt8] = []
        while let piece = await connection.receive() {
            bytes += piece
            if bytes.suffix(4) == [0x0D, 0x0A, 0x0D, 0x0A] { break }
        }
        let text = String(decoding: bytes.dropLast(4), as: UTF8.self)
        return (text.split(separator: "\r\n").map(String.init), connection)
    }

    /// Accepts the next WebSocket handshake.
    func accept(_ fields: String = "", rest: [UInt8] = []) async -> RemoteSocket? {
        guard let (lines, connection) = await request() else { return nil }
        connection.send(Array(Self.answer(to: lines, fields).utf8) + rest)
        return RemoteSocket(connection)
    }

    static func answer(to lines: [String], _ fields: String = "") -> String {
        let key = value(of: "Sec-WebSocket-Key", in: lines) ?? ""
        return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: \(WebSocketHandshake.accept(for: key) ?? "")\r\n\(fields)\r\n"
    }

    static func value(of name: String, in lines: [String]) -> String? {
        lines.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }
}

/// The server's end of a WebSocket in memory.
struct RemoteSocket {
    let connection: MemoryConnection
    var machine: WebSocketMachine

    init(_ connection: MemoryConnection, codec: WebSocketCodec? = nil) {
        self.connection = connection
        machine = WebSocketMachine(role: .server, limits: WebSocketLimits(), codec: codec)
    }

    mutating func send(_ message: WebSocketMessage) {
        connection.send(machine.send(message) ?? [])
    }

    mutating func close(_ code: WebSocketClose.Code, _ reason: String = "") {
        connection.send(machine.close(WebSocketClose(code, reason)) ?? [])
    }

    /// Returns the next message or the end of the WebSocket; sends what the protocol requires
    /// meanwhile.
    mutating func next() async -> WebSocketMachine.Action? {
        while true {
            while let action = machine.next() {
                guard case .write(let bytes) = action else { return action }
                connection.send(bytes)
            }
            guard let bytes = await connection.receive() else {
                machine.feedEnd()
                return machine.next()
            }
            machine.feed(bytes)
        }
    }
}

/// A client over a peer in memory, and the peer.
struct MemoryWebSocket {
    let peer = MemoryPeer()
    let client: Client

    init(middleware: ClientMiddleware = .standard, base: String = "https://club.example/api") throws
    {
        client = try Client(base: base, transport: peer, middleware: middleware)
    }

    /// Opens a WebSocket, and returns the client's end and the server's.
    func open(
        answering fields: String = "",
        _ configure: @escaping @Sendable (inout WebSocket.Options) -> Void = { _ in }
    ) async throws -> (WebSocket, RemoteSocket?) {
        async let accepted = peer.accept(fields)
        let socket = try await client.webSocket("live", configure: configure)
        return (socket, await accepted)
    }
}

/// Returns the WebSocket error that some work throws, or `nil`.
func webSocketError(_ body: () async throws -> Void) async -> WebSocketError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? WebSocketError
    }
}
