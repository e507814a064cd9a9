// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Ways to see calls. Nothing here runs by itself: it needs a server.

import Recado
import RecadoCurlCommands

struct Film: Codable, Sendable {
    var id: Int
    var title: String
}

enum Purpose: CallMetadata.Key {
    static let defaultValue = "interactive"
}

func logged(_ client: Client) -> Client {
    let client = client.withMiddleware {
        $0.log = CallLog { print($0) }
    }
    return client
}

func loggedFully(_ client: Client) -> Client {
    client.withMiddleware { middleware in
        let log = CallLog(level: .content, contentLimit: 500) { print($0) }
        middleware.perAttempt.append { LoggingTransport($0, log: log) }
    }
}

func addNames() {
    SensitiveNames.add("dni", "memberCard")
}

func curl(_ request: Request) throws {
    print(request.curl())
    print(request.curl(redacting: .credentials))
    print(request.curl(redacting: .nothing))
}

func pasted(_ client: Client) async throws {
    let request = try Request(curl: #"curl 'https://example.org/films' -d 'title=Up' -u ana:pw"#)
    let answer = try await client.transport.send(request)
    print(answer.status)
}

func watch(_ client: Client) async throws {
    let hub = CallEvents()
    let client = client.with { $0.events = hub }
    async let films = client.bytes("films")
    for await event in hub.events() {
        print(event)
        if case .done(let timings) = event.kind {
            print(timings)
            break
        }
    }
    print(try await films.count)
}

func handOn(_ client: Client, answering request: Request) async throws {
    let client = client.withMiddleware { $0.tracing = .all }
    try await TraceContext.$current.withValue(TraceContext(request.fields)) {
        let films: [Film] = try await client.get("films")
        print(films)
    }
}

func tellLayers(_ client: Client) async throws {
    let film: Film = try await client.get("films/7", with: .metadata(Purpose.self, "prefetch"))
    print(film)
}

func diagnose(_ client: Client) async {
    let diagnosis = await client.diagnose("films")
    print(diagnosis)
    if let pin = diagnosis.certificates.first?.pin { print(pin) }
    print(diagnosis.isHealthy, diagnosis.hints)
}
