// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoHTTP
import Testing

@testable import RecadoServer

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `A successor process` {
    private func withRunning(_ body: (Server, UInt16) async throws -> Void) async throws {
        let server = Server(.testing(), handler: FunctionHandler.mirror)
        let port = try await server.start()[0].port ?? 0
        do {
            try await body(server, port)
        } catch {
            await server.shutdown(grace: .zero)
            throw error
        }
        await server.shutdown(grace: .zero)
    }

    /// Returns whether a server answers a request.
    private func serves(_ port: UInt16) throws -> Bool {
        let client = try TestClient(port: port)
        try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        return try client.answer().status == 200
    }

    private static let failing: [(name: String, script: String, error: SuccessorError)] = [
        ("ends", "exit 0", .ended),
        ("fails", "exit 3", .ended),
        ("lets go", "exec 4>&-; exec sleep 100", .ended),
        ("takes too long", "exec sleep 100", .notReady(milliseconds: 300)),
    ]

    @Test(arguments: failing.indices)
    func `that fails to start leaves the server running`(index: Int) async throws {
        let (_, script, expected) = Self.failing[index]
        try await withRunning { (server: Server, port: UInt16) async throws in
            let error = await #expect(throws: SuccessorError.self) {
                try await server.startSuccessor(
                    "/bin/sh",
                    arguments: ["-c", script],
                    timeout: index == 3 ? .milliseconds(300) : .seconds(30)
                )
            }
            #expect(error == expected)
            #expect(try serves(port))
        }
    }

    @Test func `is given up when the task that starts it is cancelled`() async throws {
        try await withRunning { (server: Server, port: UInt16) async throws in
            let waiting = Task(executorPreference: globalConcurrentExecutor) {
                do throws(SuccessorError) {
                    _ = try await server.startSuccessor(
                        "sh",
                        arguments: ["-c", "exec sleep 1000"],
                        timeout: .seconds(3_600)
                    )
                    return SuccessorError?.none
                } catch {
                    return error
                }
            }
            waiting.cancel()
            #expect(await waiting.value == .ended)
            let isServing = try serves(port)
            #expect(isServing)
        }
    }

    @Test func `that cannot be executed is named in the error`() async throws {
        try await withRunning { (server: Server, port: UInt16) async throws in
            let error = SuccessorError.notStarted(program: "/nowhere/recado", code: ENOENT)
            await #expect(throws: error) { try await server.startSuccessor("/nowhere/recado") }
            #expect(try serves(port))
        }
    }

    @Test func `inherits the sockets and the default signal handling`() async throws {
        try await withRunning { (server: Server, port: UInt16) async throws in
            // The socket is descriptor 3; the server waits for a byte on descriptor 4.
            let script = """
                test "$RECADO_SOCKETS" = 1 || exit 1
                test "$RECADO_PREDECESSOR" = "$PPID" || exit 1
                test -S /proc/self/fd/3 || exit 1
                test ! -e /proc/self/fd/5 || exit 1
                grep -q '^SigIgn:.*0$' /proc/self/status || exit 1
                printf x >&4
                exec sleep 100
                """
            let process = try await server.startSuccessor("sh", arguments: ["-c", script])
            await server.shutdown(grace: .zero)
            // The socket still listens although no process accepts, so the connection waits.
            let waiting = try? TestClient(port: port)
            #expect(waiting != nil)
            kill(process, SIGKILL)
            var status: Int32 = 0
            #expect(unsafe waitpid(process, &status, 0) == process)
        }
    }

    @Test func `cannot be started by a server that is not listening`() async throws {
        let server = Server(.testing(), handler: FunctionHandler.mirror)
        await #expect(throws: SuccessorError.notServing) { try await server.startSuccessor("sh") }
        try await server.start()
        await server.pulse()
        await server.shutdown(grace: .zero)
        await #expect(throws: SuccessorError.notServing) { try await server.startSuccessor("sh") }
        await server.pulse()
    }

    @Test func `prevents its predecessor from deleting a Unix socket's file`() async throws {
        let path = "/tmp/recado-\(UInt64.random(in: 0...UInt64.max)).sock"
        defer { _ = unsafe unlink(path) }
        let server = Server(
            .testing { $0.addresses = [SocketAddress(path: path)] },
            handler: FunctionHandler.mirror
        )
        try await server.start()
        let process = try await server.startSuccessor("sh", arguments: ["-c", "printf x >&4"])
        var status: Int32 = 0
        #expect(unsafe waitpid(process, &status, 0) == process)
        await server.shutdown(grace: .zero)
        #expect(unsafe access(path, F_OK) == 0)
    }
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `A graceful shutdown` {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    /// Waits until a server has stopped listening.
    private func waitForStop(of port: UInt16, beside client: TestClient) {
        while (try? TestClient(port: port)) != nil { _ = client.isReadable(within: 5) }
    }

    @Test func `answers a request that arrives during the shutdown`() async throws {
        let configuration = ServerConfiguration.testing { $0.deadlines.closing = .seconds(3_600) }
        let server = Server(configuration, handler: FunctionHandler.mirror)
        let port = try await server.start()[0].port ?? 0
        let (idle, silent) = (try TestClient(port: port), try TestClient(port: port))
        try idle.send(Self.get)
        #expect(try idle.answer().fields["connection"] == nil)
        let end = Task(executorPreference: globalConcurrentExecutor) {
            await server.shutdown(grace: .seconds(5))
        }
        waitForStop(of: port, beside: idle)
        for client in [idle, silent] {
            try client.send(Self.get)
            let answer = try client.answer()
            #expect(answer.status == 200)
            #expect(answer.fields["connection"] == "close")
            #expect(try client.receiveAll().isEmpty)
            #expect(!client.wasReset)
        }
        await end.value
    }

    @Test(arguments: [0, 200])
    func `ends after the closing deadline`(milliseconds: Int) async throws {
        let configuration = ServerConfiguration.testing {
            $0.deadlines.closing = .milliseconds(milliseconds)
        }
        let server = Server(configuration, handler: FunctionHandler.mirror)
        let client = try TestClient(port: try await server.start()[0].port ?? 0)
        try client.send(Self.get)
        #expect(try client.answer().status == 200)
        let end = Task(executorPreference: globalConcurrentExecutor) {
            await server.shutdown(grace: .seconds(3_600))
        }
        #expect(try client.receiveAll().isEmpty)
        await end.value
    }
}
