// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Ways to test a client without a network. Tests have the same lines between `@Test func` and
// `#expect`.

import Foundation
import Recado
import RecadoInProcess
import RecadoServer
import RecadoTesting

struct Film: Codable, Sendable, Equatable {
    var id: Int
    var title: String
}

struct ShowFilm: Endpoint {
    static let route: Route = "GET /films/{id}"
    typealias Output = Film
    enum Failure: Problem, CaseIterable {
        case noSuchFilm
        var status: Status { .notFound }
        var title: String { "No such film" }
    }
    @Path var id: Int
}

enum Club {
    static let base = "https://example.org/club"
    static let film = Film(id: 7, title: "El Camión")
}

// In one process: the service itself.

func callTheServiceItself() async throws {
    let api = API(name: "club", title: "Club", version: "1.0.0", endpoints: [ShowFilm.self])
    var service = Service(api)
    service.serve { (call: ShowFilm) throws(ShowFilm.Failure) in
        guard call.id == 7 else { throw .noSuchFilm }
        return Club.film
    }
    let transport = InProcessTransport(try Application([service]))
    let client = try Client(base: Club.base, transport: transport)
    print(try await client.send(ShowFilm(id: 7)).title)
}

// Stubs: rules in the place of a service.

func stubEndpoints() async throws {
    let stub = StubTransport()
    stub.on(ShowFilm.self) { call throws(ShowFilm.Failure) in
        guard call.id == 7 else { throw .noSuchFilm }
        return Club.film
    }
    let client = try Client(base: Club.base, transport: stub)
    print(try await client.send(ShowFilm(id: 7)).title)
    do {
        _ = try await client.send(ShowFilm(id: 8))
    } catch .failed(.noSuchFilm) {
        print("no such film")
    } catch {
        print(error)
    }
}

func stubPaths() async throws {
    let stub = StubTransport()
    stub.on("GET /club/films?page={page}", .status(.serviceUnavailable), .json([Club.film]))
    let added = stub.on(RequestPattern("POST /club/films").json(Club.film), .status(.created))
    stub.on("GET /club/films/{id}") { request throws(TransportError) in
        Response(status: .ok, content: Content("film \(request.parameters["id"] ?? "")"))
    }
    let client = try Client(base: Club.base, transport: stub)
    let page = try Request(method: .get, uri: URI(Club.base + "/films?page=1"))
    let refused = try await client.transport.send(page)
    let films: [Film] = try await client.get("films", query: ["page": "1"])
    print(refused.status.code, films.count, added.count)

    do {
        _ = try await client.delete("films/7")
    } catch {
        print(stub.unmatchedRequests[0])
    }
    do {
        try stub.verify()
    } catch {
        print(error.unused[0])
    }
}

// Recordings: what a service answered once.

func recordAndReplay(_ network: any Transport) async throws {
    let recorder = RecordingTransport(network, redaction: RecordingRedaction(names: ["pin"]))
    let recorded = try Client(base: Club.base, transport: recorder)
    _ = try await recorded.bytes("films/7?pin=1234")
    let recording = recorder.recording
    print(String(decoding: recording.har, as: UTF8.self).contains("1234"))

    let replay = ReplayTransport(recording, isStrict: true) { mismatch in
        for line in mismatch.lines where !line.hasPrefix("  ") { print(line) }
    }
    let client = try Client(base: Club.base, transport: replay)
    _ = try? await client.bytes("films/8?pin=5678")
    _ = try await client.bytes("films/7?pin=5678")
    print(replay.unused.count, replay.mismatches.count)
}

/// Returns the transport for a test: its recording, or the network if `RECORD` is set.
func transport(recordedIn path: String) throws -> any Transport {
    let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil
    let transport: any Transport =
        isRecording
        ? RecordingTransport(SocketTransport.shared) : ReplayTransport(try Recording(file: path))
    return transport
}

// Faults: failures of networks and servers.

func sufferAndRecover(_ network: any Transport) async throws {
    let clock = VirtualClock(jumps: true)
    let storm = FaultTransport(
        network,
        .first(2, .tooManyRequests(retryAfter: .seconds(30))),
        clock: clock
    )
    let middleware = ClientMiddleware.standard { $0.clock = clock }
    let client = try Client(base: Club.base, transport: storm, middleware: middleware)
    print(try await client.bytes("films/7").count, "bytes after", clock.sleeps.count, "pauses")
}

try await callTheServiceItself()
try await stubEndpoints()
try await stubPaths()
let network = StubTransport()
network.on("GET /club/films/7", .json(Club.film))
try await recordAndReplay(network)
try await sufferAndRecover(network)
