// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoServer
import RecadoServerStore
import RecadoSimulation
import RecadoStore
import Synchronization
import Testing

/// A call with a secret, which may fail in the database.
private struct Confide: Endpoint {
    static let route: Route = "POST /confidences"
    typealias Caller = Confidant
    typealias Output = Note

    @Body var note: NewNote
}

private struct Confidant: Caller {
    typealias Credentials = BearerCredentials
    static var realm: String { "Confidences" }
}

@Suite struct `Secrets and internals` {
    private static let secret = "s3cr3tT0ken"
    private static let internals = ["confidence", "SQLITE", "INSERT", "database to"]

    /// Collects lines of logs and errors, none of which may contain the secret.
    private final class Output: Sendable {
        private let text = Mutex("")

        func add(_ more: String) { text.withLock { $0 += more + "\n" } }

        func check() throws {
            let text = text.withLock(\.self)
            guard !text.isEmpty, !text.contains(Self.name) else {
                throw BrokenProperty("secrets are told nowhere", text)
            }
        }

        private static let name = secret
    }

    private static func application(
        over store: any Store,
        _ output: Output
    ) throws -> Application {
        var options = Application.Options()
        options.trustedProxies = World.proxies
        options.observers.append(
            try AccessLog(format: .json) { output.add(String(decoding: $0, as: UTF8.self)) }
        )
        var service = Service(
            API(name: "club", title: "Club", version: "1", endpoints: [Confide.self])
        )
        service.authenticate(Confidant.self) { credentials, _ in
            credentials.token == secret ? Confidant() : nil
        }
        let notes = ReportingStore(store) { output.add("\($0)") }
        service.serve { (call: Confide, _: Confidant) async throws(HandlerError<Never>) -> Note in
            let text = call.note.text
            // The table may be missing for a while, as after a mistake in an upgrade.
            try await notes.write { transaction throws(TransactionError<Never>) in
                _ = try transaction.execute("INSERT INTO confidence (text) VALUES (\(text))")
            }
            return Note(id: 1, text: text)
        }
        return try Application([service], options: options)
    }

    @Test func `appear in no error response and no log during faults`() async throws {
        let coverage = Coverage()
        try await Simulation.run(seeds) { world in
            let output = Output()
            let database = try await world.notesDatabase()
            let server = try await world.server(named: "server") { host in
                try Self.application(over: database.store(for: host), output)
            }
            world.network.faults = .chaotic
            let repair = Fault("the table is made") { _ in
                // If the database is down at this moment, the table stays missing to the end.
                _ = try? await database.perform {
                    try await $0.execute("CREATE TABLE confidence (text TEXT NOT NULL) STRICT")
                }
            }
            world.inject(repair, at: .milliseconds(Int.random(in: 0...900)))
            world.inject(
                anyOf: [
                    .crash(server, for: .milliseconds(100)),
                    .crash(database, for: .milliseconds(300)),
                    .partition([server.host], from: [database.host], for: .seconds(1)),
                ],
                every: .milliseconds(20)...(.seconds(1))
            )
            try await world.clients(2, of: [server], at: "/club") { client in
                for number in 1...4 {
                    try await Self.confide("note \(number)", client, output, coverage)
                    try await Task.sleep(for: .milliseconds(100))
                }
            }
            await world.endFaults()
            try output.check()
        }
        coverage.expect("status 200", "status 500")
        coverage.expect("status 503", inOneOf: 50)
    }

    private static func confide(
        _ text: String,
        _ client: SimulatedClient,
        _ output: Output,
        _ coverage: Coverage
    ) async throws {
        let options = CallOptions(credentials: BearerCredentials(token: secret))
        do {
            _ = try await client.client.send(Confide(note: NewNote(text: text)), with: options)
            coverage.add("status 200")
        } catch {
            coverage.add("status \(error.status?.code ?? 0)")
            output.add("\(error)\n\(error.curl)")
            let answer = String(decoding: error.content, as: UTF8.self)
            for word in internals where answer.contains(word) {
                throw BrokenProperty("internals are not told", answer)
            }
        }
    }
}
