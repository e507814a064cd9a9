// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Lifecycle of a server` {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    private func configuration(loops: Int = 1) -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.addresses = [.loopback(port: 0)]
        configuration.loops = loops
        return configuration
    }

    @Test(arguments: [1, 2])
    func `an address already in use is named in the error`(loops: Int) async throws {
        let first = Server(configuration(loops: loops), handler: FunctionHandler.mirror)
        let address = try await first.start()[0]
        var configuration = configuration(loops: loops)
        configuration.addresses = [.loopback(port: 0), address]
        let second = Server(configuration, handler: FunctionHandler.mirror)
        let error = await #expect(throws: ServerError.self) { try await second.start() }
        #expect(error == .addressInUse(address))
        #expect(error?.description == "address \(address) is already in use")
        await second.shutdown(grace: .zero)
        await first.shutdown(grace: .zero)
    }

    @Test func `an address of another machine and an empty list are refused`() async throws {
        var configuration = configuration()
        configuration.addresses = [SocketAddress(host: "192.0.2.1", port: 0)]
        await #expect(throws: ServerError.addressNotAvailable(configuration.addresses[0])) {
            try await Server(configuration, handler: FunctionHandler.mirror).start()
        }
        configuration.addresses = []
        await #expect(throws: ServerError.noAddress) {
            try await Server(configuration, handler: FunctionHandler.mirror).start()
        }
    }

    @Test func `event loops share a port, and a server can have several addresses`() async throws {
        var configuration = configuration(loops: 2)
        configuration.addresses.append(SocketAddress(host: "127.0.0.2", port: 0))
        let server = Server(configuration, handler: FunctionHandler.mirror)
        let addresses = try await server.start()
        #expect(addresses.count == 2)
        #expect(server.addresses == addresses)
        for _ in 0..<20 {
            let client = try TestClient(port: addresses[0].port ?? 0)
            try client.send(Self.get)
            #expect(try client.answer().status == 200)
        }
        await server.shutdown(grace: .zero)
    }

    @Test func `a server can be started only once`() async throws {
        let server = Server(configuration(), handler: FunctionHandler.mirror)
        try await server.start()
        await #expect(throws: ServerError.alreadyStarted) { try await server.start() }
        await server.shutdown(grace: .zero)
        await server.shutdown(grace: .zero)
        await #expect(throws: ServerError.alreadyStarted) { try await server.start() }
    }

    @Test func `a server that was shut down before its start does not start`() async throws {
        let server = Server(configuration(), handler: FunctionHandler.mirror)
        await server.shutdown(grace: .zero)
        await #expect(throws: ServerError.alreadyStarted) { try await server.start() }
        try await server.run()
    }

    @Test func `shutdown completes running requests and closes idle connections`() async throws {
        let (started, gate) = (Gate(), Gate())
        let server = Server(
            configuration(),
            handler: FunctionHandler { request in
                if request.target == "/slow" {
                    started.open()
                    await gate.wait()
                }
                return await FunctionHandler.mirror.respond(to: request)
            }
        )
        let address = try await server.start()[0]
        let idle = try TestClient(port: address.port ?? 0)
        try idle.send(Self.get)
        #expect(try idle.answer().status == 200)
        let silent = try TestClient(port: address.port ?? 0)
        let busy = try TestClient(port: address.port ?? 0)
        try busy.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n")
        await started.wait()
        // A task on the global executor, because the clients block the thread of this one.
        let end = Task(executorPreference: globalConcurrentExecutor) {
            await server.shutdown(grace: .seconds(30))
        }
        #expect(try idle.receiveAll().isEmpty)
        #expect(try silent.receiveAll().isEmpty)
        #expect(throws: TestClient.Failure.self) { try TestClient(port: address.port ?? 0) }
        gate.open()
        let answer = try busy.answer()
        #expect(answer.content == "GET /slow ")
        #expect(answer.fields["connection"] == "close")
        #expect(try busy.receiveAll().isEmpty)
        #expect(!busy.wasReset)
        await end.value
    }

    @Test func `after the grace period the remaining handlers are cancelled`() async throws {
        let (started, cancelled) = (Gate(), Gate())
        let server = Server(
            configuration(),
            handler: FunctionHandler { _ in
                started.open()
                await waitForCancellation()
                cancelled.open()
                return Response(status: .ok)
            }
        )
        let address = try await server.start()[0]
        let client = try TestClient(port: address.port ?? 0)
        try client.send(Self.get)
        await started.wait()
        await server.shutdown(grace: .milliseconds(200))
        await cancelled.wait()
        #expect(try client.receiveAll().isEmpty)
    }

    @Test func `a handler that ignores cancellation does not delay the shutdown`() async throws {
        let (started, gate, finished) = (Gate(), Gate(), Gate())
        let server = Server(
            configuration(),
            handler: FunctionHandler { _ in
                started.open()
                await gate.wait()
                await Task.yield()
                finished.open()
                return Response(status: .ok)
            }
        )
        let client = try TestClient(port: try await server.start()[0].port ?? 0)
        try client.send(Self.get)
        await started.wait()
        await server.shutdown(grace: .zero)
        // The server's event loop has ended, so the handler continues on another thread.
        gate.open()
        await finished.wait()
    }

    @Test func `cancelling the task that runs the server shuts it down`() async throws {
        let (started, gate) = (Gate(), Gate())
        let server = Server(
            configuration(),
            handler: FunctionHandler { request in
                started.open()
                await gate.wait()
                return await FunctionHandler.mirror.respond(to: request)
            }
        )
        let address = try await server.start()[0]
        let run = Task { try await server.run() }
        let client = try TestClient(port: address.port ?? 0)
        try client.send(Self.get)
        await started.wait()
        run.cancel()
        gate.open()
        #expect(try client.answer().status == 200)
        try await run.value
    }

    @Test func `a server stops when its last reference is released`() async throws {
        var server: Server? = Server(configuration(), handler: FunctionHandler.mirror)
        let address = try #require(try await server?.start()[0])
        let client = try TestClient(port: address.port ?? 0)
        server = nil
        #expect(try client.receiveAll().isEmpty)
    }

    @Test func `a connection beyond the limit is answered with 503`() async throws {
        try await withServer(.testing { $0.limits.connections = 2 }, handler: .mirror) { port in
            let clients = [try TestClient(port: port), try TestClient(port: port)]
            for client in clients {
                try client.send(Self.get)
                #expect(try client.answer().status == 200)
            }
            // The server reads a request from the first 16 excess connections; further ones are
            // refused at once.
            let askers = try (0..<16).map { _ in try TestClient(port: port) }
            let answer = try TestClient(port: port).answer()
            #expect(answer.status == 503)
            #expect(answer.fields["content-type"] == "application/problem+json")
            #expect(answer.fields["retry-after"] == "5")
            for client in askers {
                try client.send(Self.get)
                #expect(try client.answer().status == 503)
                #expect(try client.receiveAll().isEmpty)
            }
        }
    }

    @Test func `health checks are answered beyond the limit, one per connection`() async throws {
        var options = Application.Options()
        options.health = Health()
        let application = try Application([], options: options)
        try await withServer(.testing { $0.limits.connections = 1 }, running: application) { port in
            let first = try TestClient(port: port)
            try first.send(Self.get)
            _ = try first.answer()
            for _ in 0..<40 {
                let watcher = try TestClient(port: port)
                try watcher.send("GET /health/live HTTP/1.1\r\nHost: h\r\n\r\n")
                let answer = try watcher.answer()
                #expect(answer.status == 200)
                #expect(answer.fields["connection"] == "close")
                #expect(try watcher.receiveAll().isEmpty)
            }
            let http2 = try TestClient(port: port)
            try http2.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
            #expect(try http2.answer().status == 503)
        }
    }

    @Test func `a silent connection beyond the limit is soon closed`() async throws {
        try await withServer(.testing { $0.limits.connections = 1 }, handler: .mirror) { port in
            let first = try TestClient(port: port)
            try first.send(Self.get)
            _ = try first.answer()
            let silent = try (0..<16).map { _ in try TestClient(port: port) }
            for client in silent { _ = try client.receiveAll() }
            let next = try TestClient(port: port)
            try next.send(Self.get)
            #expect(try next.answer().status == 503)
        }
    }

    @Test func `a client that disconnects cancels its handler`() async throws {
        for closesByReset in [false, true] {
            let (started, cancelled) = (Gate(), Gate())
            try await withServer(
                handler: FunctionHandler { _ in
                    started.open()
                    await waitForCancellation()
                    cancelled.open()
                    return Response(status: .ok)
                }
            ) { port in
                let client = try TestClient(port: port)
                try client.send(Self.get)
                await started.wait()
                if closesByReset { client.reset() } else { client.finishSending() }
                await cancelled.wait()
            }
        }
    }
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Deadlines of connections` {
    @Test func `an unfinished request header is answered with 408`() async throws {
        try await withServer(.testing { $0.deadlines.head = .milliseconds(300) }, handler: .mirror)
        { port in
            let client = try TestClient(port: port)
            try client.send("GET / HTTP/1.1\r\n")
            // Sending more bytes does not extend the deadline.
            while !client.isReadable(within: 50) { try client.send("A: b\r\n") }
            let answer = try client.answer()
            #expect(answer.status == 408)
            #expect(answer.fields["connection"] == "close")
        }
    }

    @Test func `the deadline of the next header starts with its first byte`() async throws {
        try await withServer(.testing { $0.deadlines.head = .milliseconds(300) }, handler: .mirror)
        { port in
            let client = try TestClient(port: port)
            try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try client.answer().status == 200)
            #expect(!client.isReadable(within: 600))
            try client.send("G")
            #expect(try client.answer().status == 408)
        }
    }

    @Test func `a connection without a request is closed without a response`() async throws {
        try await withServer(.testing { $0.deadlines.head = .milliseconds(200) }, handler: .mirror)
        { port in
            let client = try TestClient(port: port)
            #expect(try client.receiveAll().isEmpty)
        }
    }

    @Test func `an idle connection is closed without a response`() async throws {
        try await withServer(.testing { $0.deadlines.idle = .milliseconds(200) }, handler: .mirror)
        { port in
            let client = try TestClient(port: port)
            try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try client.answer().status == 200)
            #expect(try client.receiveAll().isEmpty)
            #expect(!client.wasReset)
        }
    }

    @Test func `deadlines for clients do not apply to a running handler`() async throws {
        let gate = Gate()
        let configuration = ServerConfiguration.testing {
            $0.deadlines.head = .milliseconds(100)
            $0.deadlines.idle = .milliseconds(100)
        }
        try await withServer(
            configuration,
            handler: FunctionHandler { request in
                await gate.wait()
                return await FunctionHandler.mirror.respond(to: request)
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(!client.isReadable(within: 500))
            gate.open()
            #expect(try client.answer().status == 200)
        }
    }

    @Test func `unread content that stays incomplete closes the connection`() async throws {
        try await withServer(
            .testing { $0.deadlines.head = .milliseconds(200) },
            handler: FunctionHandler { _ in
                Response(status: .ok)
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n")
            #expect(try client.answer().status == 200)
            #expect(try client.receiveAll().isEmpty)
        }
    }
}
