// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// What users of Alamofire do, written with this library.

import Recado
import RecadoInProcess
import RecadoServer
import RecadoTesting

struct Film: Codable, Sendable {
    var id: Int
    var title: String
}

struct Filter: Codable, Sendable {
    var year: Int?
    var tags: [String] = []
}

/// Answers a GET with its query, and other requests with the size of their content.
struct Echo: Handler {
    func handle(_ request: Request) -> PendingResponse {
        if request.method == .get {
            return .now(.json(#"[{"id":7,"title":"\#(request.query ?? "no query")"}]"#))
        }
        return .later {
            let content = try? await request.content.collect(upTo: 65_536)
            return .json(#"{"id":8,"title":"\#(content?.count ?? 0) bytes"}"#)
        }
    }
}

extension Response {
    static func json(_ text: String) -> Response {
        Response(
            status: .ok,
            fields: [.contentType: "application/json"],
            content: Content(text)
        )
    }
}

// A session with headers, and an interceptor.

let wire = InProcessTransport(Echo())
let transport = InterceptingTransport(wire) { request, next in
    var request = request
    request.fields["X-Tenant"] = "videoclub"
    let answer = try await next(request)
    guard answer.status == .serviceUnavailable, request.content.isReplayable else { return answer }
    return try await next(request)
}
let client = try Client(base: "http://localhost/videoclub", transport: transport) {
    $0.fields = UserAgent("Videoclub", version: "2.1").fields
    $0.timeouts.total = .seconds(30)
}

// Parameters in the query, as JSON and as a form.

let films: [Film] = try await client.get("films", query: ["year": "1990"])
let found: [Film] = try await client.call(.get, "films", parameters: Filter(year: 1990))
let added: Film = try await client.post("films", Film(id: 8, title: "Up"))
let sent: Film = try await client.call(
    .post,
    "films",
    parameters: Filter(tags: ["new"]),
    with: CallOptions(format: .form)
)
print(films[0].title, found[0].title, added.title, sent.title)

// Ways to write a form.

var form = URLEncodedForm()
form.arrays = .repeats
form.keys = .snakeCase
let query = try QueryItems(encoding: Filter(year: 1990, tags: ["a", "b"]), form)
print(query.encoded)

// A decoder with other options, and other accepted statuses.

var json = JSON()
json.keys = .snakeCase
json.dates = .secondsSince1970
let options = CallOptions(
    format: .json(json),
    responseRules: ResponseRules(accepted: [.codes(200...304)])
)
print(try await client.get("films", with: options)[path: "0.id"]?.intValue ?? 0)

// A completion handler.

let owner = CallScope("catalog")
await withCheckedContinuation { continuation in
    owner.start {
        try await client.get("films", as: [Film].self)
    } completion: { result in
        if case .success(let films) = result { print(films.count) }
        continuation.resume()
    }
}

// Errors.

do {
    let film: Film = try await client.get("films/7?token=s3cret")
    print(film.title)
} catch .refused(.notFound) {
    print("no such film")
} catch {
    print(error.kind, error.cancellation == nil)
    print(error.codingFailure?.pointer ?? "", error.curl)
}
