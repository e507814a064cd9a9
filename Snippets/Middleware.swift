// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Five middlewares around an application, and what they do with requests.

import RecadoServer
import Synchronization

/// Tells browsers how long the server took for a response.
struct ServerTiming: Middleware {
    func handle(_ request: Request, context: RequestContext, next: Next) -> PendingResponse {
        let start = ContinuousClock.now
        return next(request).map { response in
            let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
            response.fields["Server-Timing"] = "total;dur=\(milliseconds)"
        }
    }
}

/// Lets handlers read the tenant, which is the first label of the host, as `Tenant.current`.
struct Tenant: Middleware {
    @TaskLocal static var current = "nobody"

    func handle(_ request: Request, context: RequestContext, next: Next) -> PendingResponse {
        let name = request.authority.split(separator: ".").first.map(String.init) ?? "nobody"
        return Tenant.$current.withValue(name) { next(request) }.around { rest in
            await Tenant.$current.withValue(name) { await rest() }
        }
    }
}

/// Accepts only requests whose target and content are signed.
struct SignedRequests: Middleware {
    let isSigned: @Sendable (_ message: [UInt8], _ signature: String) -> Bool

    func handle(_ request: Request, context: RequestContext, next: Next) -> PendingResponse {
        guard let signature = request.fields["X-Signature"] else {
            return .now(Response(status: .unauthorized))
        }
        return .later {
            var request = request
            guard let content = try? await request.content.collect(upTo: 65_536),
                isSigned(Array(request.target.utf8) + content, signature)
            else { return Response(status: .forbidden) }
            request.content = Content(content)
            return await next(request).value
        }
    }
}

/// Hides an endpoint that is not released yet; looking up the flag may take a while.
struct FeatureFlag: Middleware {
    let isOn: @Sendable () async -> Bool

    func handle(_ request: Request, context: RequestContext, next: Next) -> PendingResponse {
        .later { await isOn() ? await next(request).value : Response(status: .notFound) }
    }
}

/// Refuses all requests during maintenance, except those for health.
final class Maintenance: Middleware {
    let isUnderWay = Mutex(false)

    func handle(_ request: Request, context: RequestContext, next: Next) -> PendingResponse {
        guard isUnderWay.withLock({ $0 }), context.route?.hasPrefix("/health") != true else {
            return next(request)
        }
        var problem = ProblemDetails(status: .serviceUnavailable, detail: "We will be back.")
        problem.retryAfter = .seconds(600)
        return .now(next.refuse(request, with: problem))
    }
}

struct ShowFilm: Endpoint {
    static let route: Route = "GET /films/{id}"
    typealias Output = String
    @Path var id: Int
}

struct SearchFilms: Endpoint {
    static let route: Route = "GET /search"
    typealias Output = [String]
    @Query var title: String
}

struct AddFilm: Endpoint {
    static let route: Route = "POST /films"
    static let success = Status.created
    typealias Output = String
    @Body var title: String
}

let api = API(
    name: "films",
    title: "Films",
    version: "1",
    endpoints: [ShowFilm.self, SearchFilms.self, AddFilm.self]
)
var service = Service(api)
service.serve { (call: ShowFilm) in "film \(call.id) of \(Tenant.current)" }
service.serve { (call: SearchFilms) in [call.title] }
service.serve { (call: AddFilm) in call.title }

service.use(Tenant())
service.use(FeatureFlag { false }, on: SearchFilms.self)
// In earnest an HMAC, compared in constant time.
service.use(SignedRequests { $1 == "\($0.count) bytes" }, on: AddFilm.self)

let maintenance = Maintenance()
var options = Application.Options()
options.middleware += [ServerTiming(), maintenance]
let application = try Application([service], options: options)

func show(_ request: Request) async {
    let response = await application.respond(to: request)
    let text = String(decoding: response.content.bytes ?? [], as: UTF8.self)
    let isTimed = response.fields.contains("Server-Timing")
    print("\(request.method) \(request.target) → \(response.status.code)", isTimed ? "timed" : "")
    if response.status.class == .success { print("    \(text)") }
}

func request(_ method: RecadoHTTP.Method, _ target: String, _ fields: Fields = [:]) -> Request {
    var request = Request(method: method, authority: "lab.films.example", target: target)
    request.fields = fields
    if method == .post {
        request.fields[.contentType] = "application/json"
        request.content = Content("\"Up\"")
    }
    return request
}

await show(request(.get, "/films/films/7"))
await show(request(.get, "/films/search?title=Up"))
await show(request(.post, "/films/films"))
await show(request(.post, "/films/films", ["X-Signature": "16 bytes"]))
maintenance.isUnderWay.withLock { $0 = true }
await show(request(.get, "/films/films/7"))
await show(request(.get, "/health/live"))
