// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoServer
import RecadoServerStore
import RecadoSimulation
import Synchronization
import Testing

@Suite struct `Repeated requests` {
    /// The shortest time after which a repeated request may be executed again.
    ///
    /// The database allows that five minutes after the first execution began. A server may learn of
    /// its permission to begin up to a minute late, which shortens the time between the two
    /// executions.
    private static let patience = PersistentIdempotencyStore.timeout - .seconds(60)

    /// The answers that clients got for each idempotency key.
    private final class Answers: Sendable {
        private let notes = Mutex<[String: [(note: Note, time: ContinuousClock.Instant)]]>([:])

        func add(_ note: Note, to key: String) {
            notes.withLock { $0[key, default: []].append((note, .now)) }
        }

        /// Checks that two answers in a row for a key differ only if `patience` lies between them.
        ///
        /// They may differ if a server dies before it stores its answer: after a while, the request
        /// counts as never carried out, and a repetition is carried out again.
        func check() throws {
            for (key, notes) in notes.withLock(\.self) {
                for (earlier, later) in zip(notes, notes.dropFirst())
                where earlier.note != later.note && later.time - earlier.time < patience {
                    throw BrokenProperty("a repetition gets the same answer", "\(key): \(notes)")
                }
            }
        }
    }

    /// Checks that each note was written once.
    private static func check(_ database: SimulatedDatabase) async throws {
        let rows = try await database.perform { store in
            try await store.read {
                try $0.all("SELECT text, day FROM note ORDER BY day") { row -> (String, Double) in
                    (try row[0], try row[1])
                }
            }
        }
        let executions = Executions<String>()
        let start = ContinuousClock.now
        for (text, day) in rows {
            executions.record(text, at: start + .seconds((day - (rows.first?.1 ?? 0)) * 86_400))
        }
        try executions.check(again: patience)
    }

    private static func inject(
        _ servers: [SimulatedServer],
        _ database: SimulatedDatabase,
        in world: World
    ) {
        world.network.faults = .chaotic
        world.inject(
            anyOf: [
                .crash(servers[0], for: .seconds(2)), .powerLoss(servers[1], for: .seconds(3)),
                .pause(servers[0].host, for: .seconds(8)), .crash(database, for: .seconds(2)),
                .powerLoss(database, for: .seconds(1)),
                .partition([servers[1].host], from: [database.host], for: .seconds(15)),
                .cut(from: [database.host], to: [servers[0].host], for: .seconds(4)),
            ],
            every: .milliseconds(200)...(.seconds(6))
        )
    }

    /// Adds a note by a single call; the client's retries repeat it under a key that it makes
    /// itself.
    private static func addOnce(_ text: String, by client: Client) async {
        let patient = client.withMiddleware {
            $0.retry = .attempts(5)
            $0.retry?.makesIdempotencyKeys = true
            $0.retry?.attemptTimeout = .seconds(2)
        }
        _ = try? await patient.send(AddNote(note: NewNote(text: text)))
    }

    @Test func `are executed once by two servers despite crashes and network faults`() async throws
    {
        let coverage = Coverage()
        try await Simulation.run(seeds) { world in
            let answers = Answers()
            let written = Acknowledgements<String>()
            let database = try await world.notesDatabase()
            let servers = try await world.servers(2, over: database)
            Self.inject(servers, database, in: world)
            try await world.clients(2, of: servers, at: Notes.path) { client in
                let clients = try servers.map { try client.client(of: $0, at: Notes.path) }
                await Self.addOnce("\(client.number)-once", by: client.client)
                for number in 1...2 {
                    let text = "\(client.number)-\(number)"
                    for attempt in 0..<14 {
                        let call = AddNote(note: NewNote(text: text))
                        let options = CallOptions(fields: [.idempotencyKey: text])
                        let sender = clients[(attempt + number) % 2]
                        let note = try? await written.record(text) {
                            try await sender.send(call, with: options)
                        }
                        if let note {
                            answers.add(note, to: text)
                            coverage.add(attempt == 0 ? "answered" : "answered later")
                        }
                        // Sends the request again as if the client had missed the answer.
                        if note != nil, attempt % 3 > 0 { break }
                        // After the longest pause, a crashed server's request counts as lost.
                        try await Task.sleep(for: .seconds(attempt == 9 ? 310 : 2))
                    }
                }
            }
            await world.endFaults()
            try await Self.check(database)
            try answers.check()
            let kept = try await database.perform { try await Notes.texts(in: $0) }
            try written.check(against: kept.filter { !$0.hasSuffix("once") })
        }
        coverage.expect("answered", "answered later")
    }
}
