// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Conditions of requests` {
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

    @Test func `an answer has a strong tag, which is the same for the same content alone`()
        async throws
    {
        let tag = try await tag()
        #expect(EntityTag(tag)?.isWeak == false)
        #expect(try await self.tag() == tag)
        #expect(try await self.tag("/library/notes/1?times=2") != tag)
        #expect(try await self.tag("/library/notes/1.xml") != tag)
        _ = try await answer(.put, "/library/notes/1", "two")
        #expect(try await self.tag() != tag)
    }

    @Test(arguments: ["#", "\"x\", #", "W/#", "*", "\"x\" , # , \"y\""])
    func `who has the content already gets none`(condition: String) async throws {
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

    @Test func `who has other content gets this one`() async throws {
        let answer = try await answer(.get, "/library/notes/1", nil, [.ifNoneMatch: "\"x\""])
        #expect(answer.status == .ok)
    }

    @Test func `a condition that cannot be read is refused`() async throws {
        for value in ["\"a", "", "abc"] {
            let answer = try await answer(.get, "/library/notes/1", nil, [.ifMatch: value])
            #expect(answer.status == .badRequest)
            #expect(answer.problem?.detail?.contains("If-Match") == true)
        }
    }

    @Test func `a condition of a change that cannot be read is refused`() async throws {
        let answer = try await answer(.delete, "/library/notes/1", nil, [.ifNoneMatch: "abc"])
        #expect(answer.status == .badRequest)
        #expect(answer.problem?.detail?.contains("If-None-Match") == true)
    }

    @Test func `a tag without quotation marks is sent what it may have`() async throws {
        let answer = try await answer(.get, "/library/notes/1", nil, [.ifNoneMatch: "abc"])
        #expect(answer.status == .ok)
    }

    @Test func `a problem has no tag`() async throws {
        let answer = try await answer(.get, "/library/notes/9", nil, [.ifNoneMatch: "*"])
        #expect(answer.status == .notFound)
        #expect(answer.response.fields[.eTag] == nil)
    }

    // MARK: - Changing

    @Test func `a change is made to what was read, and refused to what came after`() async throws {
        let tag = try await tag()
        let first = try await answer(.put, "/library/notes/1", "two", [.ifMatch: tag])
        #expect(first.status == .ok)
        let second = try await answer(.put, "/library/notes/1", "three", [.ifMatch: tag])
        #expect(second.status == .preconditionFailed)
        #expect(second.problem?.detail?.contains("read it again") == true)
        #expect(try await answer(.get).text == #"{"text":"two"}"#)
    }

    @Test func `the tag of any representation will do, but no weak one`() async throws {
        let tag = try await tag("/library/notes/1.xml")
        let weak = try await answer(.put, "/library/notes/1", "a", [.ifMatch: "W/\(tag)"])
        #expect(weak.status == .preconditionFailed)
        let strong = try await answer(.put, "/library/notes/1", "a", [.ifMatch: tag])
        #expect(strong.status == .ok)
    }

    @Test func `a star stands for whatever is there`() async throws {
        let missing = try await answer(.put, "/library/notes/2", "a", [.ifMatch: "*"])
        #expect(missing.status == .preconditionFailed)
        let new = try await answer(.put, "/library/notes/2", "a", [.ifNoneMatch: "*"])
        #expect(new.status == .ok)
        let again = try await answer(.put, "/library/notes/2", "b", [.ifNoneMatch: "*"])
        #expect(again.status == .preconditionFailed)
        let known = try await answer(.delete, "/library/notes/2", nil, [.ifMatch: "*"])
        #expect(known.status == .noContent)
    }

    @Test func `where a condition is required its lack is 428`() async throws {
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

    @Test func `a date says nothing of what has none`() async throws {
        let date: Fields = [.ifUnmodifiedSince: "Thu, 01 Jan 1970 00:00:00 GMT"]
        #expect(try await answer(.get, "/library/notes/1", nil, date).status == .ok)
        #expect(try await answer(.put, "/library/notes/1", "two", date).status == .ok)
    }

    @Test func `however its path is escaped, one resource is changed once at a time`()
        async throws
    {
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

    @Test func `a change is refused with what keeps its resource from being read`() async throws {
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

    @Test func `of many who have read the same, one changes it`() async throws {
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

    @Test func `a change without a condition waits for one that is being made`() async throws {
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
