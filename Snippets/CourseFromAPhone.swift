// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Calls of a server on another machine without TLS, as a document of the course describes them:
// `swift run CourseFromAPhone http://192.168.1.20:3000`.

import Recado
import RecadoURLSession

let server = CommandLine.arguments.dropFirst().first ?? "http://192.168.1.20:3000"

// The document disables App Transport Security for all hosts, and advises to do so for one host
// only. Recado's client refuses `http` too, except for the hosts that `cleartext` names.

func list(_ client: Client) async {
    do {
        let films = try await client.get("api/v1/catalog")
        print(films.arrayValue?.count ?? 0, "films")
    } catch {
        print(error.transportError?.kind.description ?? error.description)
    }
}

/// Returns a client over URLSession that trusts the given certificate, such as a local server's.
func client(of server: String, trusting certificate: [UInt8]) throws -> Client {
    var options = URLSessionTransport.Options()
    options.host.trust = .authorities(pem: certificate)
    let transport = URLSessionTransport(options: options)
    let trusting = try Client(base: server, transport: transport)
    return trusting
}

let club = try Client(base: server + "/videoclub")
await list(club)

let host = try URI(server).host ?? ""
let clear = club.withMiddleware { $0.cleartext = .hosts([host]) }
await list(clear)

// Passwords need more: a server accepts them without TLS only if it is told to.

let member = try BasicCredentials(user: "test123", password: "test123")
do {
    let answer = try await clear.with { $0.credentials = member }
        .put("api/v1/catalog/8", ["year": "1990"])
    print(answer["msg"]?.stringValue ?? "")
} catch {
    print(error.problem?.detail ?? error.description)
}
