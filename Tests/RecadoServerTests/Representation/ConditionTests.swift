// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Conditional requests` {
    private let library: Library
    private let application: Application

    init() throws {
        library = Library()
        application = try library.application()
    }

    private func answer(
        _ method: Method,
        _ target: String = "/library/notes/1",
        _ text: String? = nil,
        _ fields: Fields = [:]
    ) async throws -> Answer {
        var request = Request(method: method, target: target, fields: fields)
        if let text {
            request.content = Content(#"{"text":"\#(text)"}"#)
            request.fields[.contentType] = "application/json"
        }
        return try await Answer(application.respond(to: request))
    }

    private func tag(_ target: String = "/library/notes/1") async throws -> String {
        try #require(try await answer(.get, target).response.fields[.eTag])
    }

    // MARK: - Reading

    @Test func `a response has a strong entity tag that depends on its content`() async throws {
        let tag = try await tag()
        #expect(EntityTag(tag)?.isWeak == false)
        #expect(try await self.tag() == tag)
        #expect(try await self.tag("/library/notes/1?times=2") != tag)
        #expect(try await self.tag("/library/notes/1.xml") != tag)
        _ = try await answer(.put, "/library/notes/1", "two")
        #expect(try await self.tag() != tag)
    }

    @Test(arguments: ["#", "\"x\", #", "W/#", "*", "\"x\" , # , \"y\""])
    func `a matching If-None-Match is answered with 304`(condition: String) async throws {
        let tag = try await tag()
        let fields: Fields = [.ifNoneMatch: condition.replacing("#", with: tag)]
        for method in [Method.get, .head] {
            let answer = try await answer(method, "/library/notes/1", nil, fields)
            #expect(answer.status == .notModified)
            #expect(answer.text.isEmpty)
            #expect(answer.response.fields[.eTag] == tag)
            #expect(answer.response.fields[.cacheControl] == "no-cache")
            #expect(answer.response.fields[.vary] == "Accept")
            #expect(answer.response.fields[.contentType] == nil)
        }
    }

    @Test func `a different If-None-Match is answered with 200`() async throws {
        let answer = try await answer(.get, "/library/notes/1", nil, [.ifNoneMatch: "\"x\""])
        #expect(answer.status == .ok)
    }

    @Test func `an invalid If-Match is refused with 400`() async throws {
        for value in ["\"a", "", "abc"] {
            let answer = try await answer(.get, "/library/notes/1", nil, [.ifMatch: value])
            #expect(answer.status == .badRequest)
            #expect(answer.problem?.detail?.contains("If-Match") == true)
        }
    }

    @Test func `an invalid If-None-Match on a change is refused with 400`() async throws {
        let answer = try await answer(.delete, "/library/notes/1", nil, [.ifNoneMatch: "abc"])
        #expect(answer.status == .badRequest)
        #expect(answer.problem?.detail?.contains("If-None-Match") == true)
    }

    @Test func `an invalid If-None-Match on GET is ignored`() async throws {
        let answer = try await answer(.get, "/library/notes/1", nil, [.ifNoneMatch: "abc"])
        #expect(answer.status == .ok)
    }

    @Test func `a problem response has no entity tag`() async throws {
        let answer = try await answer(.get, "/library/notes/9", nil, [.ifNoneMatch: "*"])
        #expect(answer.status == .notFound)
        #expect(answer.response.fields[.eTag] == nil)
    }

    // MARK: - Changing

    @Test func `a change is refused with 412 if the resource has changed since`() async throws {
        let tag = try await tag()
        let first = try await answer(.put, "/library/notes/1", "two", [.ifMatch: tag])
        #expect(first.status == .ok)
        let second = try await answer(.put, "/library/notes/1", "three", [.ifMatch: tag])
        #expect(second.status == .preconditionFailed)
        #expect(second.problem?.detail?.contains("read it again") == true)
        #expect(try await answer(.get).text == #"{"text":"two"}"#)
    }

    @Test func `If-Match accepts the tag of any representation, but no weak tag`() async throws {
        let tag = try await tag("/library/notes/1.xml")
        let weak = try await answer(.put, "/library/notes/1", "a", [.ifMatch: "W/\(tag)"])
        #expect(weak.status == .preconditionFailed)
        let strong = try await answer(.put, "/library/notes/1", "a", [.ifMatch: tag])
        #expect(strong.status == .ok)
    }

    @Test func `an asterisk matches any existing resource`() async throws {
        let missing = try await answer(.put, "/library/notes/2", "a", [.ifMatch: "*"])
        #expect(missing.status == .preconditionFailed)
        let new = try await answer(.put, "/library/notes/2", "a", [.ifNoneMatch: "*"])
        #expect(new.status == .ok)
        let again = try await answer(.put, "/library/notes/2", "b", [.ifNoneMatch: "*"])
        #expect(again.status == .preconditionFailed)
        let known = try await answer(.delete, "/library/notes/2", nil, [.ifMatch: "*"])
        #expect(known.status == .noContent)
    }

    @Test func `a missing required condition is answered with 428`() async throws {
        let answer = try await answer(.patch)
        #expect(answer.status == .preconditionRequired)
        #expect(answer.problem?.detail?.contains("If-Match") == true)
        // A note has no date of its last change, so a date is no valid condition.
        let date: Fields = [.ifUnmodifiedSince: "Fri, 01 Jan 2100 00:00:00 GMT"]
        let vague = try await self.answer(.patch, "/library/notes/1", nil, date)
        #expect(vague.status == .preconditionRequired)
        let tag = try await tag()
        let good = try await self.answer(.patch, "/library/notes/1", nil, [.ifMatch: tag])
        #expect(good.status == .ok)
    }

    @Test func `If-Unmodified-Since is ignored without a modification date`() async throws {
        let date: Fields = [.ifUnmodifiedSince: "Thu, 01 Jan 1970 00:00:00 GMT"]
        #expect(try await answer(.get, "/library/notes/1", nil, date).status == .ok)
        #expect(try await answer(.put, "/library/notes/1", "two", date).status == .ok)
    }

    @Test func `of parallel changes one succeeds, even with different path escapes`() async throws {
        let tag = try await tag()
        let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
            for number in 0..<50 {
                let path = number.isMultiple(of: 2) ? "/library/notes/1" : "/library/notes/%31"
                group.addTask {
                    try await answer(.put, path, "\(number)", [.ifMatch: tag]).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == .ok } == 1)
    }

    @Test func `a change fails with the error thrown by reading its resource`() async throws {
        let api = API(
            name: "library",
            title: "L",
            version: "1",
            endpoints: [ShowNote.self, EditNote.self]
        )
        var service = Service(api)
        service.serve { (_: ShowNote) async throws(HandlerError<ShowNote.Failure>) -> Note in
            var problem = ProblemDetails(status: .serviceUnavailable)
            problem.retryAfter = .seconds(7)
            throw .problem(problem)
        }
        service.serve { (call: EditNote) in call.note }
        let response = try await Application([service]).respond(
            to: Request(
                method: .put,
                target: "/library/notes/1",
                fields: [.contentType: "application/json", .ifMatch: "*"],
                content: Content(#"{"text":"b"}"#)
            )
        )
        #expect(response.status == .serviceUnavailable)
        #expect(response.fields[.retryAfter] == "7")
    }

    @Test func `of many changes with the same tag only one succeeds`() async throws {
        let tag = try await tag()
        let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try await answer(.put, "/library/notes/1", "\(number)", [.ifMatch: tag]).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == .ok } == 1)
        #expect(statuses.count { $0 == .preconditionFailed } == 49)
    }

    @Test func `a change without a condition waits for the running change`() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (opened, open) = AsyncStream.makeStream(of: Void.self)
        let library = Library {
            enter.yield()
            for await _ in opened { return }
        }
        let application = try library.application()
        let change = { @Sendable (text: String) async in
            await application.respond(
                to: Request(
                    method: .put,
                    target: "/library/notes/1",
                    fields: [.contentType: "application/json"],
                    content: Content(#"{"text":"\#(text)"}"#)
                )
            )
        }
        async let first = change("first")
        var arrivals = entered.makeAsyncIterator()
        await arrivals.next()
        async let second = change("second")
        // The second change starts only after the first one has ended.
        open.yield()
        _ = await first
        await arrivals.next()
        open.yield()
        #expect(await second.status == .ok)
    }
}
