// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoClient
import RecadoHTTP
import RecadoInProcess
import RecadoServer
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The in-process transport` {
    struct Member: Caller {
        typealias Credentials = BasicCredentials
        static var realm: String { "Club" }
        let name: String
    }

    struct Film: Codable, Sendable, Equatable {
        var id: Int
        var title: String
    }

    struct RentFilm: Endpoint {
        static let route: Route = "PUT /films/{id}/rent"
        typealias Output = Film
        typealias Caller = Member
        enum Failure: Problem, CaseIterable {
            case alreadyRented
            case notOwner
            var status: Status { self == .notOwner ? .forbidden : .conflict }
            var title: String { "\(self)" }
        }
        @Path var id: Int
        @Query var days: Int? = nil
    }

    struct WaitForEver: Endpoint {
        static let route: Route = "GET /wait"
        typealias Output = NoContent
    }

    struct ListFilms: Endpoint {
        static let route: Route = "GET /films"
        typealias Output = Page<Film>
        @Query var page: Int? = nil
    }

    private static let api = API(
        name: "club",
        title: "Club",
        version: "1",
        endpoints: [RentFilm.self, WaitForEver.self, ListFilms.self]
    )

    private static func rent(
        _ call: RentFilm,
        by member: Member
    ) async throws(RentFilm.Failure) -> Film {
        guard call.id != 1 else { throw .alreadyRented }
        guard member.name == "ana" else { throw .notOwner }
        return Film(id: call.id, title: "for \(call.days ?? 0) days")
    }

    private static func client(user: String? = "ana") throws -> Client {
        var service = Service(api)
        service.authenticate(Member.self) { credentials, _ throws(ProblemDetails) in
            credentials.password == "pass" ? Member(name: credentials.user) : nil
        }
        service.serve(rent)
        service.serve { (_: WaitForEver) in
            // Ends when its task is cancelled.
            try? await Task.sleep(for: .seconds(3_600))
            return NoContent()
        }
        service.serve { (call: ListFilms) in
            let number = call.page ?? 1
            return Page([Film(id: number, title: "\(number)")], number: number, limit: 1, total: 3)
        }
        let application = try Application([service])
        return try Client(
            base: "http://localhost:3000/club",
            transport: InProcessTransport(application)
        ) {
            $0.credentials = try? user.map { try BasicCredentials(user: $0, password: "pass") }
        }
    }

    @Test func `the same declaration calls and answers`() async throws {
        let film = try await Self.client().send(RentFilm(id: 7, days: 3))
        #expect(film == Film(id: 7, title: "for 3 days"))
    }

    @Test func `a declared failure arrives as a typed error`() async throws {
        let client = try Self.client()
        do {
            _ = try await client.send(RentFilm(id: 1))
            Issue.record("the film was rented twice")
        } catch .failed(.notOwner) {
            Issue.record("another failure")
        } catch .failed(.alreadyRented) {
            // As it should be.
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func `wrong credentials are a refusal, not a failure`() async throws {
        let error = await #expect(throws: CallError<RentFilm.Failure>.self) {
            try await Self.client(user: nil).send(RentFilm(id: 7))
        }
        #expect(error?.status == .unauthorized)
        #expect(error?.failure == nil)
        #expect(error?.problem?.status == .unauthorized)
    }

    @Test func `a call that takes too long times out, and its handler is cancelled`() async throws {
        let client = try Self.client()
        let error = await #expect(throws: CallError<Never>.self) {
            try await client.send(
                WaitForEver(),
                with: CallOptions(timeouts: Timeouts(total: .milliseconds(20)))
            )
        }
        #expect(error?.kind == .timedOut)
    }

    @Test func `a call that is cancelled ends, and its handler too`() async throws {
        let client = try Self.client()
        let call = Task { try await client.send(WaitForEver()) }
        call.cancel()
        let error = await #expect(throws: CallError<Never>.self) { try await call.value }
        #expect(error?.kind == .cancelled)
    }

    @Test func `pages lead to each other`() async throws {
        let client = try Self.client()
        let page = try await client.send(ListFilms(page: 2))
        #expect(page.total == 3)
        #expect(page.links["next"] == "/club/films?page=3")
        #expect(page.links["prev"] == "/club/films?page=1")
    }

    @Test func `content is left out where the wire would not carry it`() async throws {
        let transport = try Self.client().transport
        let request = Request(method: .head, authority: "localhost", target: "/club/films")
        let response = try await transport.send(request)
        #expect(response.status == .ok)
        #expect(response.content.length == 0)
        #expect(response.fields[.contentLength] == "22")
    }
}
