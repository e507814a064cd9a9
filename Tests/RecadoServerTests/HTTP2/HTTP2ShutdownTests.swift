// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2)), .ownThread) struct `A shutdown under load in HTTP2` {
    @Test func `answers requests up to the last one in GOAWAY and starts no others`() async throws {
        let begun = Targets()
        let held = Counter()
        let (ending, gate) = (Gate(), Gate())
        let handler = FunctionHandler { request in
            begun.add(request.target)
            // One request in five is still running when the server announces its end.
            if ending.isOpen, request.target.hasSuffix("1") {
                held.add(1)
                await gate.wait()
            }
            return Response(status: .ok, content: Content(request.target))
        }
        let server = Server(.testing { $0.loops = 2 }, handler: handler)
        let port = try await server.start()[0].port ?? 0
        let clients = try (0..<4).map { try BusyClient(number: $0, port: port) }
        try keepBusy(clients) { clients.reduce(0) { $0 + $1.answered } >= 400 }
        ending.open()
        try keepBusy(clients) { held.value >= clients.count }
        // A task on the global executor, because the clients block the thread of this one.
        let end = Task(executorPreference: globalConcurrentExecutor) {
            await server.shutdown(grace: .seconds(60))
        }
        try keepBusy(clients) { clients.allSatisfy(\.isTold) }
        gate.open()
        for client in clients { client.client.receiveToEnd() }
        await end.value
        for client in clients { try client.expectNothingLost(of: begun.all) }
    }

    @Test func `sends GOAWAY on a connection that begins HTTP/2 only afterwards`() async throws {
        let (started, gate) = (Gate(), Gate())
        let handler = FunctionHandler { _ in
            started.open()
            await gate.wait()
            return Response(status: .ok)
        }
        let server = Server(.testing(), handler: handler)
        let port = try await server.start()[0].port ?? 0
        let late = try FrameClient(port: port, greets: false)
        let busy = try TestClient(port: port)
        try busy.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        await started.wait()
        let end = Task(executorPreference: globalConcurrentExecutor) {
            await server.shutdown(grace: .seconds(60))
        }
        while (try? TestClient(port: port)) != nil { try await Task.sleep(for: .milliseconds(1)) }
        try late.client.send(FrameClient.preface + Frame.settings([]).bytes)
        #expect(try late.goAway().code == 0)
        late.receiveToEnd()
        gate.open()
        #expect(try busy.answer().status == 200)
        await end.value
    }

    private func keepBusy(_ clients: [BusyClient], until condition: () -> Bool) throws {
        while !condition() {
            try Task.checkCancellation()
            for client in clients { try client.proceed() }
        }
    }
}

/// The targets of requests in the order in which their handlers began.
private final class Targets: Sendable {
    private let targets = Mutex<[String]>([])

    var all: [String] { targets.withLock { $0 } }

    func add(_ target: String) { targets.withLock { $0.append(target) } }
}

/// A client that keeps eight requests running until it receives GOAWAY.
private final class BusyClient {
    private static let underWay = 8

    let client: FrameClient
    private let number: Int
    private var sent: [UInt32] = []

    init(number: Int, port: UInt16) throws {
        self.number = number
        client = try FrameClient(port: port)
        // All responses together fit into the initial window.
        client.opensWindows = false
    }

    var isTold: Bool { !client.goAways.isEmpty }
    var answered: Int { client.answers.values.count(where: \.isWhole) }

    private func target(of stream: UInt32) -> String { "/\(number)/\(stream)" }

    /// Receives what has arrived, and sends new requests so that eight are running.
    func proceed() throws {
        while !isTold, client.hasSomething(within: 1) { try client.receive() }
        while !isTold, sent.count - answered < Self.underWay {
            let stream = UInt32(sent.count * 2 + 1)
            try client.request(stream, "GET", target(of: stream))
            sent.append(stream)
        }
    }

    /// Expects that the server has kept its promise in GOAWAY (RFC 9113 §6.8).
    ///
    /// It must have started and answered exactly once each request up to the one that GOAWAY names,
    /// and none after that.
    func expectNothingLost(of begun: [String]) throws {
        let farewell = try #require(client.goAways.last)
        #expect(farewell.code == 0)
        let accepted = sent.filter { $0 <= farewell.last }
        let expected = accepted.map { target(of: $0) }.sorted()
        let own = begun.filter { $0.hasPrefix("/\(number)/") }.sorted()
        #expect(own == expected)
        #expect(client.answers.keys.sorted() == accepted)
        for (stream, answer) in client.answers {
            let target = target(of: stream)
            #expect(answer.status == 200 && answer.text == target)
            #expect(answer.isWhole && answer.resetCode == nil)
        }
        #expect(client.client.hasEnded)
    }
}
