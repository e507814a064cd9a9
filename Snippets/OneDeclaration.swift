// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// One declaration and five uses of it: `swift run OneDeclaration`, which serves and calls itself.

import Recado
import RecadoCurlCommands
import RecadoServer

struct Film: Resource {
    static let resourceType = "films"
    var id: Int
    var title: String
    var year: Int
}

/// Shows one film.
struct ShowFilm: Endpoint {
    static let route: Route = "GET /films/{id}"
    static let formats: [Format] = [.json, .xml, .jsonAPI]
    typealias Output = Film
    @Path var id: Int
}

var club = API(name: "club", title: "Club", version: "1.0.0", endpoints: [ShowFilm.self])
club.soap = [SOAP.Binding(at: "/soap", namespace: "urn:example:club")]

var service = Service(club)
service.serve { (call: ShowFilm) in Film(id: call.id, title: "El sur", year: 1983) }

var configuration = ServerConfiguration()
configuration.addresses = [.loopback(port: 0)]
let server = Server(configuration, handler: try Application([service]))
let port = try await server.start()[0].port ?? 0

/// Prints each call as a curl command, and the content of its response.
func showing(_ transport: any Transport) -> any Transport {
    InterceptingTransport(transport) { request, next in
        print("$ " + request.curl())
        var response = try await next(request)
        let content = try await response.content.collect(upTo: 10_000)
        print(String(decoding: content, as: UTF8.self), terminator: "\n\n")
        response.content = Content(content)
        return response
    }
}

let client = try Client(
    base: "http://127.0.0.1:\(port)/club",
    middleware: .standard { $0.perCall.append(showing) }
)
let soap = client.soap(at: "/soap", namespace: "urn:example:club")

let film = try await client.send(ShowFilm(id: 7))
for format in [Format.xml, .jsonAPI] {
    let same = try await client.send(ShowFilm(id: 7), with: CallOptions(format: format))
    print(same.title == film.title)
}
print(try await soap.send(ShowFilm(id: 7)).title == film.title)

let document = try OpenAPI(club).value
let answer = document[path: "paths./films/{id}.get.responses.200.content"]?.objectValue
print("OpenAPI:", answer?.map(\.key).joined(separator: ", ") ?? "")
let wsdl = try WSDL(club, club.soap[0]).text(at: "http://127.0.0.1:\(port)/club/soap")
print(wsdl.split(separator: "\n").filter { $0.contains("soapAction") }.joined(separator: "\n"))

await server.shutdown(grace: .zero)
