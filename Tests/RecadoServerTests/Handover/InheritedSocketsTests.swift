// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoHTTP
import RecadoWire
import Testing

@testable import RecadoServer

/// A listening socket, as a service manager opens it.
private struct OpenSocket {
    let descriptor: Int32

    /// Listens on a free port of 127.0.0.1, or on a port that another socket also uses.
    init(sharing port: UInt16 = 0) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var one: Int32 = 1
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &one, 4)
        let name = try #require(SocketName(.loopback(port: port)))
        try #require(unsafe name.withPointer { unsafe bind(descriptor, $0, $1) } == 0)
        try #require(listen(descriptor, 16) == 0)
    }

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let name = try #require(SocketName(SocketAddress(path: path)))
        try #require(unsafe name.withPointer { unsafe bind(descriptor, $0, $1) } == 0)
        try #require(listen(descriptor, 16) == 0)
    }

    var port: UInt16 {
        get throws { try #require(Socket.listeningAddress(of: descriptor).port) }
    }
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Inherited sockets` {
    private func found(_ environment: [String: String]) -> InheritedSockets? {
        InheritedSockets(process: 70, parent: 7) { environment[$0] }
    }

    @Test func `are found in the environment variables of a service manager`() {
        let sockets = found(["LISTEN_PID": "70", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a:b"])
        #expect(sockets?.descriptors == [3, 4])
        #expect(sockets?.ownsPaths == false)
    }

    @Test func `are found in the environment variables of the preceding process`() {
        let sockets = found(["RECADO_PREDECESSOR": "7", "RECADO_SOCKETS": "1", "LISTEN_FDS": "3"])
        #expect(sockets?.descriptors == [3])
        #expect(sockets?.ownsPaths == true)
    }

    @Test(
        arguments: [
            [:],
            ["LISTEN_FDS": "1"],
            ["LISTEN_PID": "7", "LISTEN_FDS": "1"],
            ["LISTEN_PID": "70", "LISTEN_FDS": "0"],
            ["LISTEN_PID": "70", "LISTEN_FDS": "-1"],
            ["LISTEN_PID": "70", "LISTEN_FDS": "2000000000"],
            ["LISTEN_PID": "70", "LISTEN_FDS": "one"],
            ["LISTEN_PID": "", "LISTEN_FDS": ""],
            ["RECADO_PREDECESSOR": "70", "RECADO_SOCKETS": "1"],
            ["RECADO_PREDECESSOR": "7"],
        ] as [[String: String]]
    )
    func `are ignored if invalid or meant for another process`(environment: [String: String]) {
        #expect(found(environment) == nil)
    }

    private func serve(
        _ descriptors: [Int32],
        loops: Int,
        body: (Server) throws -> Void
    ) async throws {
        let configuration = ServerConfiguration.testing {
            $0.inherited = InheritedSockets(descriptors: descriptors)
            $0.loops = loops
        }
        let server = Server(configuration, handler: FunctionHandler.mirror)
        try await server.start()
        do {
            try body(server)
        } catch {
            await server.shutdown(grace: .zero)
            throw error
        }
        await server.shutdown(grace: .zero)
    }

    @Test(arguments: [1, 2, 5])
    func `are all served, whatever the number of event loops`(loops: Int) async throws {
        let first = try OpenSocket()
        let port = try first.port
        // A client that connects before the server starts waits in the socket's queue.
        let early = try TestClient(port: port)
        let others = [try OpenSocket(sharing: port), try OpenSocket(sharing: port)]
        let other = try OpenSocket()
        let otherPort = try other.port
        let sockets = [first.descriptor] + others.map(\.descriptor) + [other.descriptor]
        try await serve(sockets, loops: loops) { server in
            #expect(server.addresses == [.loopback(port: port), .loopback(port: otherPort)])
            try early.send("GET /early HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try early.answer().content == "GET /early ")
            for number in 0..<30 {
                let client = try TestClient(port: number % 3 == 0 ? otherPort : port)
                try client.send("GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try client.answer().content == "GET /\(number) ")
            }
        }
        #expect(throws: TestClient.Failure.self) { try TestClient(port: port) }
    }

    @Test func `from a service manager keep their socket file at shutdown`() async throws {
        let path = "/tmp/recado-\(UInt64.random(in: 0...UInt64.max)).sock"
        let socket = try OpenSocket(path: path)
        defer { _ = unsafe unlink(path) }
        try await serve([socket.descriptor], loops: 2) { server in
            #expect(server.addresses == [SocketAddress(path: path)])
            let client = try TestClient(path: path)
            try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try client.answer().status == 200)
        }
        #expect(unsafe access(path, F_OK) == 0)
    }

    @Test func `are refused if they are not listening`() async throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        let configuration = ServerConfiguration.testing {
            $0.inherited = InheritedSockets(descriptors: [descriptor])
        }
        await #expect(throws: ServerError.notListening(descriptor: descriptor)) {
            try await Server(configuration, handler: FunctionHandler.mirror).start()
        }
        #expect(throws: ServerError.notListening(descriptor: -1)) {
            try InheritedSockets(descriptors: [-1]).addresses()
        }
    }
}
