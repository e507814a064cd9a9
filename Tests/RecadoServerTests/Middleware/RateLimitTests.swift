// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import TestLibrary
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Rate limits as middleware` {
    private func application(_ limit: RateLimitMiddleware) throws -> Application {
        var options = Application.Options()
        options.middleware.append(limit)
        return try Application([Shop.service()], options: options)
    }

    private func status(
        _ application: Application,
        _ target: String = "/shop/books/1",
        key: String? = nil
    ) async -> Int {
        var request = Shop.request(.get, target)
        request.fields["X-API-Key"] = key
        return await application.respond(to: request).status.code
    }

    @Test func `count requests by a key that the application chooses`() async throws {
        let limit = RateLimitMiddleware.rateLimit(Quota(2, per: .seconds(60))) {
            $0.fields["X-API-Key"] ?? ""
        }
        let application = try application(limit)
        for key in ["a", "b"] {
            #expect(await status(application, key: key) == 200)
            #expect(await status(application, key: key) == 200)
            #expect(await status(application, key: key) == 429)
        }
        // Requests to any path count, even if nothing is found there.
        #expect(await status(application, "/nowhere", key: "c") == 404)
        #expect(await status(application, "/shop/books", key: "c") == 200)
        #expect(await status(application, "/health/live", key: "c") == 429)
    }

    @Test func `can apply to single endpoints or to a service`() async throws {
        let store = MemoryRateLimitStore()
        var service = Shop.service()
        service.use(
            .rateLimit(Quota(1, per: .seconds(60)), for: "show", in: store),
            on: ShowBook.self
        )
        service.use(.rateLimit(Quota(3, per: .seconds(60)), for: "shop", in: store))
        let application = try Application([service])
        #expect(await status(application) == 200)
        #expect(await status(application) == 429)
        #expect(await status(application, "/shop/books") == 200)
        #expect(await status(application, "/shop/books") == 429)
    }
}

@Suite(.timeLimit(.minutes(1))) struct `Problems from middleware` {
    private struct Closed: Middleware {
        func handle(
            _ request: Request,
            context: RequestContext,
            next: Next
        ) -> PendingResponse {
            var problem = ProblemDetails(status: .serviceUnavailable, detail: "Closed on Sundays.")
            problem.retryAfter = .seconds(60)
            return .now(next.refuse(request, with: problem))
        }
    }

    private func answer(_ request: Request, by service: Service) async throws -> Answer {
        let seen = Seen()
        var options = Application.Options()
        options.middleware.append(Closed())
        options.observers.append(seen)
        let application = try Application([service], options: options)
        let answer = try await Answer(application.respond(to: request))
        #expect(answer.status == .serviceUnavailable)
        #expect(seen.exchanges.map(\.status.code) == [503])
        return answer
    }

    @Test(arguments: ["application/json", "application/xml"])
    func `are in the format that the endpoint would have used`(type: String) async throws {
        var request = Request(method: .get, target: "/library/notes/1")
        request.fields[.accept] = type
        let answer = try await answer(request, by: Library().service)
        let expected = type.replacing("/", with: "/problem+")
        #expect(answer.response.fields[.contentType] == expected)
        #expect(answer.response.fields[.retryAfter] == "60")
        #expect(answer.text.contains("Closed on Sundays."))
    }

    @Test func `are SOAP faults at a SOAP address`() async throws {
        let answer = try await answer(
            Request(
                method: .post,
                target: "/library/soap",
                fields: [.contentType: "text/xml; charset=utf-8"],
                content: Content(SOAPAddress.find("<name>Ana</name>"))
            ),
            by: BookLibrary.service()
        )
        #expect(answer.response.fields[.contentType] == "text/xml; charset=utf-8")
        #expect(answer.text.contains("Fault>"))
        #expect(answer.text.contains("Closed on Sundays."))
    }

    @Test func `are in the client's language`() async throws {
        struct Busy: Middleware {
            func handle(
                _ request: Request,
                context: RequestContext,
                next: Next
            ) -> PendingResponse {
                .now(
                    next.refuse(
                        request,
                        with: ProblemDetails(
                            status: .serviceUnavailable,
                            detail: Language.words("Closed", es: "Cerrado")
                        )
                    )
                )
            }
        }
        var service = Library().service
        service.languages = ["en", "es"]
        var options = Application.Options()
        options.middleware.append(Busy())
        let application = try Application([service], options: options)
        for target in ["/library/notes/1", "/library/nowhere"] {
            var request = Request(method: .get, target: target)
            request.fields[.acceptLanguage] = "es"
            let answer = try await Answer(application.respond(to: request))
            #expect(answer.problem?.detail == "Cerrado", "\(target)")
            #expect(answer.response.fields[.contentLanguage] == "es")
        }
        var request = Request(method: .get, target: "/library/notes/1")
        request.fields = [.acceptLanguage: "es", .ifMatch: "\"no\""]
        let failed = try await Answer(Application([service]).respond(to: request))
        #expect(failed.status == .preconditionFailed)
        #expect(failed.problem?.detail?.hasPrefix("El recurso") == true)
    }

    @Test func `have the extra members of the service, even without a route`() async throws {
        var service = Shop.service()
        service.problemMembers = { _ in ["shop": "closed"] }
        for target in ["/shop/books/1", "/shop/nowhere"] {
            let answer = try await answer(Shop.request(.get, target), by: service)
            #expect(answer.text.contains(#""shop":"closed""#), "\(target)")
        }
    }
}
