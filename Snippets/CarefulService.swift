// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A service that handles stale copies, repeated requests and too many requests without code of its
// own.

import RecadoServer
import Synchronization

struct Note: Codable, Sendable {
    var text: String
}

struct ShowNote: Endpoint {
    static let route: Route = "GET /notes/{id}"
    static let caching = Caching.fresh(for: .seconds(60), staleFor: .seconds(600))
    typealias Output = Note
    @Path var id: Int
}

struct EditNote: Endpoint {
    static let route: Route = "PUT /notes/{id}"
    static let preconditions = Preconditions.required
    typealias Output = Note
    @Path var id: Int
    @Body var note: Note
}

struct AddNote: Endpoint {
    static let route: Route = "POST /notes"
    static let success = Status.created
    static let quota: Quota? = Quota(2, per: .seconds(60))
    typealias Output = Note
    @Body var note: Note
}

let api = API(
    name: "pad",
    title: "Pad",
    version: "1",
    endpoints: [ShowNote.self, EditNote.self, AddNote.self]
)

let text = Mutex("milk")
var service = Service(api)
service.crossOrigin = .origins(["https://app.example.org"])
service.serve { (_: ShowNote) in Note(text: text.withLock { $0 }) }
service.serve { (call: EditNote) in
    text.withLock { $0 = call.note.text }
    return call.note
}
service.serve { (call: AddNote) in call.note }
let application = try Application([service])

/// Sends a request, and prints the interesting parts of the response.
@discardableResult
func show(
    _ method: Method,
    _ target: String,
    _ fields: Fields = [:],
    _ text: String? = nil
) async
    -> Response
{
    var request = Request(method: method, target: target, fields: fields)
    if let text {
        request.fields[.contentType] = "application/json"
        request.content = Content(#"{"text":"\#(text)"}"#)
    }
    let response = await application.respond(to: request)
    print("\(method) \(target) → \(response.status.code)")
    for name: FieldName in [.cacheControl, .eTag, .retryAfter, "Idempotency-Replayed"] {
        if let value = response.fields[name], response.status.class != .clientError {
            print("    \(name): \(value)")
        }
    }
    return response
}

let tag = await show(.get, "/pad/notes/1").fields[.eTag] ?? ""
await show(.get, "/pad/notes/1", [.ifNoneMatch: tag])
await show(.put, "/pad/notes/1", [:], "bread")
await show(.put, "/pad/notes/1", [.ifMatch: tag], "bread")
await show(.put, "/pad/notes/1", [.ifMatch: tag], "wine")
await show(.post, "/pad/notes", [.idempotencyKey: "7f3a"], "eggs")
await show(.post, "/pad/notes", [.idempotencyKey: "7f3a"], "eggs")
await show(.post, "/pad/notes", [:], "salt")
