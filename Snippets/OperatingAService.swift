// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/operating-a-service.md: `swift run OperatingAService`, which
// answers a request and writes its log line, its metrics and its health.

import RecadoServer

struct ListTitles: Endpoint {
    static let route: Route = "GET /titles"
    typealias Output = [String]
}

@Sendable func titles(_ call: ListTitles) async -> [String] { ["El sur"] }

var service = Service(
    API(name: "titles", title: "Titles", version: "1", endpoints: [ListTitles.self])
)
service.serve(titles)

var options = Application.Options()
options.health = Health([
    Health.Check("database", timeout: .seconds(1)) { try await Task.sleep(for: .milliseconds(1)) }
])

options.trustedProxies = .loopback
options.middleware.append(.hosts(["films.example"]))

let application = try Application([service], options: options)
for path in ["/titles/titles?secret=1", "/health/ready"] {
    let response = await application.respond(to: Request(method: .get, target: path))
    let content = try await response.content.collect(upTo: 1 << 20)
    print(response.status, String(decoding: content, as: UTF8.self))
}

var configuration = ServerConfiguration()
configuration.limits.requests = 500
configuration.limits.waiting = .milliseconds(250)
let server = Server(configuration, handler: application)
await server.shutdown(grace: .seconds(10), announcing: .seconds(5))
