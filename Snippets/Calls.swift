// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The ways to call, against the videoclub itself in the same process.

import Recado
import RecadoContracts
import RecadoInProcess
import RecadoSQLite
import RecadoServer
import RecadoServices
import RecadoTesting

let store = try await SQLiteStore.inMemory()
let club = try await VideoclubService(store: store, publicBase: "http://localhost:3000")
let application = try Application([club.service])
let transport = InProcessTransport(application)

func callQuickly(_ client: Client) async throws {
    let film: Film = try await client.get("api/v1/catalog/8")
    print(film.title)

    let films = try await client.get("api/v1/catalog", query: ["q": "pulp"])
    print(films[path: "0.title"]?.stringValue ?? "nothing")

    let answer = try await client.put("api/v1/catalog/8", ["year": "1990"])
    print(answer["msg"]?.stringValue ?? "no words")
}

func callTyped(_ client: Client) async throws {
    let film = try await client.send(ShowFilm(id: 8))
    print(film.title, film.year)

    let response = try await client.response(to: ListFilms(sort: .title, limit: 5))
    print(response.status.code, response.output.elements.count, "of", response.output.total)
    print(response.output.links["next"] ?? "no further page")

    let options = CallOptions(
        timeouts: Timeouts(total: .seconds(2)),
        fields: [.acceptLanguage: "es"]
    )
    _ = try await client.send(ShowFilm(id: 8), with: options)
}

func callByHand(_ client: Client) async throws {
    let uri = try URI("http://localhost/videoclub/api/v1/catalog/8")
    let request = try Request(method: .get, uri: uri, fields: [.accept: "application/json"])
    let response = try await client.transport.send(request)
    let bytes = try await response.content.collect(upTo: 65_536)
    print(response.status, response.fields[.contentType] ?? "", bytes.count > 100)
}

let member = try BasicCredentials(user: "test123", password: "test123")
let client = try Client(base: "http://localhost/videoclub", transport: transport) {
    $0.credentials = member
    $0.timeouts.total = .seconds(5)
}
let patient = client.withMiddleware {
    $0.retry = .attempts(5)
    $0.cache = CachePolicy()
    $0.cleartext = .hosts(["printer.local"])
}
try await callQuickly(client)
try await callQuickly(patient)
try await callTyped(client)
try await callByHand(client)
await store.close()
