// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoWire
import Testing

@Suite struct Sockets {
    private static func name(port: UInt16 = 0) throws -> SocketName {
        SocketName(try #require(InternetAddress("127.0.0.1")), port: port)
    }

    /// Opens a listener on a free port of 127.0.0.1.
    private static func listener() throws -> Socket {
        let socket = try Socket(family: AF_INET)
        try socket.bind(to: name())
        try socket.listen(backlog: 8)
        return socket
    }

    private static func waitUntilReadable(_ socket: borrowing Socket) {
        var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&entry, 1, 5_000)
    }

    private static func waitUntilWritable(_ socket: borrowing Socket) {
        var entry = pollfd(fd: socket.descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, 5_000)
    }

    @Test func `connect without blocking and transfer bytes`() throws {
        let listener = try Self.listener()
        let client = try Socket(family: AF_INET)
        let result = client.connect(to: listener.localName)
        #expect(result == .inProgress || result == .connected)
        Self.waitUntilWritable(client)
        #expect(client.connectError == 0)
        Self.waitUntilReadable(listener)
        guard case .connection(let accepted, let peer) = listener.accept() else {
            Issue.record("nothing to accept")
            return
        }
        #expect(peer.port == client.localName.port)
        #expect(accepted.send([1, 2, 3], from: 1, isLast: true) == .bytes(2))
        Self.waitUntilReadable(client)
        var room: [UInt8] = [0, 0, 0, 0]
        #expect(client.receive(into: &room) == .bytes(2))
        #expect(room == [2, 3, 0, 0])
        #expect(client.receive(into: &room) == .wouldBlock)
        accepted.finishSending()
        Self.waitUntilReadable(client)
        #expect(client.receive(into: &room) == .ended)
    }

    @Test func `report why they cannot connect`() throws {
        let port = try #require(try Self.listener().localName.port)
        let client = try Socket(family: AF_INET)
        switch client.connect(to: try Self.name(port: port)) {
        case .failed(let code): #expect(code == ECONNREFUSED)
        case .connected: Issue.record("connected to nobody")
        case .inProgress:
            Self.waitUntilWritable(client)
            #expect(client.connectError == ECONNREFUSED)
        }
        let local = try Socket(family: AF_UNIX)
        let path = try #require(SocketName(path: "/nowhere/recado.sock"))
        #expect(local.connect(to: path) == .failed(ENOENT))
    }

    @Test func `report the system's error of a lost connection`() throws {
        let listener = try Self.listener()
        let client = try Socket(family: AF_INET)
        _ = client.connect(to: listener.localName)
        Self.waitUntilReadable(listener)
        do {
            guard case .connection(let accepted, _) = listener.accept() else {
                Issue.record("nothing to accept")
                return
            }
            accepted.breakOff()
        }
        Self.waitUntilReadable(client)
        var room: [UInt8] = [0]
        #expect(client.receive(into: &room) == .failed(ECONNRESET))
        #expect(client.send([1], from: 0, isLast: true) == .failed(EPIPE))
    }

    @Test func `report which system call has failed`() throws {
        #expect(throws: SystemError(operation: "socket", code: EAFNOSUPPORT)) {
            _ = try Socket(family: -1)
        }
        let listener = try Self.listener()
        #expect(throws: SystemError(operation: "bind", code: EADDRINUSE)) {
            try Socket(family: AF_INET).bind(to: listener.localName)
        }
    }
}
