// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Middleware of an application, a service and an endpoint` {
    @Test func `sees requests in the order of declaration, responses in reverse`() async throws {
        let log = Log()
        let response = try await Self.application(log).respond(to: Shop.request(.get, Self.book))
        #expect(response.status == .ok)
        #expect(
            log.lines == [
                "first in", "second in", "service in", "endpoint in",
                "endpoint 200", "service 200", "second 200", "first 200",
            ]
        )
    }

    @Test func `applies only to the endpoints that it was added to`() async throws {
        let log = Log()
        _ = try await Self.application(log).respond(to: Shop.request(.get, "/shop/books"))
        #expect(!log.lines.contains("endpoint in") && log.lines.contains("service in"))
    }

    @Test func `of an application sees unrouted requests, that of a service does not`() async throws
    {
        let log = Log()
        let response = try await Self.application(log)
            .respond(to: Shop.request(.get, "/shop/nothing"))
        #expect(response.status == .notFound)
        #expect(log.lines == ["first in", "second in", "second 404", "first 404"])
    }

    @Test func `lets a synchronous handler respond without a task`() throws {
        let pending = try Self.application(Log()).handle(Shop.request(.get, "/health/live"))
        guard case .now(let response) = pending else {
            Issue.record("a task was needed")
            return
        }
        #expect(response.status == .ok)
    }

    @Test func `may suspend before and after the handler`() async throws {
        let log = Log()
        var service = Shop.service()
        service.use(Noting("slow", log, isSlow: true))
        let application = try Application([service])
        let response = await application.respond(to: Shop.request(.get, Self.book))
        #expect(response.status == .ok)
        #expect(log.lines == ["slow in", "slow 200"])
    }

    @Test func `can respond by itself, and outer middleware sees that response`() async throws {
        let log = Log()
        var options = Application.Options()
        options.middleware += [Noting("first", log), Closed(), Noting("second", log)]
        let application = try Application([Shop.service()], options: options)
        let response = await application.respond(to: Shop.request(.get, Self.book))
        #expect(response.status == .serviceUnavailable)
        #expect(response.fields.contains("X-Request-Id"))
        #expect(log.lines == ["first in", "first 503"])
    }

    @Test func `can change a request before the handler`() async throws {
        var options = Application.Options()
        options.middleware.append(Anonymous())
        let application = try Application([Shop.service()], options: options)
        let request = Self.change
        #expect(await application.respond(to: request).status == .unauthorized)
        options.middleware.removeLast()
        let other = try Application([Shop.service()], options: options)
        #expect(await other.respond(to: request).status == .noContent)
    }

    private static let book = "/shop/books/7"
    private static let change = Shop.request(.delete, "/shop/books/7", user: "ana")

    private static func application(_ log: Log) throws -> Application {
        var service = Shop.service()
        service.use(Noting("service", log))
        service.use(Noting("endpoint", log), on: ShowBook.self)
        var options = Application.Options()
        options.middleware += [Noting("first", log), Noting("second", log)]
        return try Application([service], options: options)
    }
}

@Suite(.timeLimit(.minutes(1))) struct `The context of middleware` {
    @Test func `has route and endpoint before the handler, caller and problem after`() async throws
    {
        let told = Told()
        var options = Application.Options()
        options.middleware.append(told)
        let application = try Application([Shop.service()], options: options)
        _ = await application.respond(to: Shop.request(.delete, "/shop/books/7", user: "ana"))
        _ = await application.respond(to: Shop.request(.get, "/shop/books/404"))
        _ = await application.respond(to: Shop.request(.get, "/nowhere"))
        #expect(
            told.lines == [
                "/shop/books/{id} DeleteBook", "caller Reader, problem none",
                "/shop/books/{id} ShowBook", "caller none, problem 404",
                "no route no endpoint", "caller none, problem 404",
            ]
        )
    }
}

/// Collects lines from any thread.
private final class Log: Sendable {
    private let state = Mutex<[String]>([])

    var lines: [String] { state.withLock { $0 } }

    func add(_ line: String) { state.withLock { $0.append(line) } }
}

/// Middleware that logs each request and each response.
private struct Noting: Middleware {
    let name: String
    let log: Log
    let isSlow: Bool

    init(_ name: String, _ log: Log, isSlow: Bool = false) {
        self.name = name
        self.log = log
        self.isSlow = isSlow
    }

    func handle(_ request: Request, context: RequestContext, next: Next) -> PendingResponse {
        log.add("\(name) in")
        guard isSlow else { return next(request).map { log.add("\(name) \($0.status.code)") } }
        return .later {
            await Task.yield()
            let response = await next(request).value
            await Task.yield()
            log.add("\(name) \(response.status.code)")
            return response
        }
    }
}

private struct Closed: Middleware {
    func handle(_ request: Request, context: RequestContext, next: Next) -> PendingResponse {
        .now(Response(status: .serviceUnavailable))
    }
}

/// Middleware that removes the credentials from requests.
private struct Anonymous: Middleware {
    func handle(_ request: Request, context: RequestContext, next: Next) -> PendingResponse {
        var request = request
        request.fields[.authorization] = nil
        return next(request)
    }
}

/// Middleware that logs what the context says about each request.
private struct Told: Middleware {
    private let log = Log()

    var lines: [String] { log.lines }

    func handle(_ request: Request, context: RequestContext, next: Next) -> PendingResponse {
        let endpoint = context.endpoint.map { "\($0)" } ?? "no endpoint"
        log.add("\(context.route ?? "no route") \(endpoint)")
        return next(request).map { [log] _ in
            let caller = context.caller.map { "\(type(of: $0))" } ?? "none"
            let problem = context.problem.map { "\($0.status.code)" } ?? "none"
            log.add("caller \(caller), problem \(problem)")
        }
    }
}
