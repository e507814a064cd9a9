// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Streamed responses` {
    private func client(
        _ source: @autoclosure @escaping @Sendable () -> PiecewiseSource,
        _ fields: Fields = [:]
    ) throws -> Client {
        try Client(
            StubTransport { _ in
                Response(status: .ok, fields: fields, content: Content(reading: source()))
            }
        )
    }

    private func pieces(_ texts: String...) -> PiecewiseSource {
        PiecewiseSource(texts.map { Array($0.utf8) })
    }

    @Test
    func `status and header fields are available before the content is read`() async throws {
        let source = PiecewiseSource([[1], [2], [3]])
        let client = try client(
            source,
            [.contentType: "application/x-ndjson", .contentLength: "3"]
        )
        let reply = try await client.stream("scores")
        #expect(reply.status == .ok)
        #expect(reply.mediaType?.essence == "application/x-ndjson")
        #expect(reply.expectedLength == 3)
        #expect(source.unread == 3)
    }

    @Test
    func `the content is read only on demand`() async throws {
        let source = PiecewiseSource([[1], [2], [3]])
        var pieces = try await client(source).stream("scores").pieces.makeAsyncIterator()
        #expect(try await pieces.next() == [1])
        #expect(source.unread == 2)
    }

    @Test
    func `a stream has no total timeout by default`() async throws {
        let stub = StubTransport(.ok)
        let client = try Client(stub)
        _ = try await client.stream("scores")
        _ = try await client.stream(
            "scores",
            with: CallOptions(timeouts: Timeouts(total: .seconds(9)))
        )
        try await withDeadline(.seconds(60), clock: VirtualClock()) {
            _ = try await client.stream("scores")
        }
        #expect(stub.sentTimeouts.map(\.total) == [nil, .seconds(9), .seconds(60)])
        #expect(stub.sentTimeouts.allSatisfy { $0.idle == Timeouts().idle })
    }

    @Test(arguments: ["one\ntwo\r\n\nfour", "one\r\ntwo\n\r\nfour\r\n"])
    func `lines are read for every split of the content`(text: String) async throws {
        for pieces in cuts(of: Array(text.utf8)) {
            let client = try client(PiecewiseSource(pieces.filter { !$0.isEmpty }))
            var lines: [String] = []
            for try await line in try await client.stream("log").lines() { lines.append(line) }
            #expect(lines == ["one", "two", "", "four"])
        }
    }

    @Test
    func `a line above the limit is an error after the lines before it`() async throws {
        let client = try client(pieces("short\nfar too", " long"))
        var lines = try await client.stream("log").lines(limit: 6).makeAsyncIterator()
        #expect(try await lines.next() == "short")
        do {
            _ = try await lines.next()
            Issue.record("nothing was thrown")
        } catch let error as CallError<Never> {
            #expect(error.kind == .tooLarge)
        }
    }

    @Test
    func `JSON lines are read one at a time`() async throws {
        let source = pieces(#"{"id":1,"title":"a"}"#, "\n", #"{"id":2,"ti"#, #"tle":"b"}"#, "\n[")
        let values = try await client(source).stream("films").jsonLines(of: Film.self)
        var films = values.makeAsyncIterator()
        #expect(try await films.next() == Film(id: 1, title: "a"))
        #expect(try await films.next() == Film(id: 2, title: "b"))
        do {
            _ = try await films.next()
            Issue.record("nothing was thrown")
        } catch let error as CallError<Never> {
            #expect(error.kind == .unreadable)
            #expect(error.codingFailure?.code == .malformed)
        }
    }

    @Test
    func `JSON sequences, array elements and XML elements are read`() async throws {
        let film = #"{"id":1,"title":"a"}"#
        var read: [Film] = []
        let sequence = try await client(pieces("\u{1E}\(film)\n\u{1E}\(film)\n")).stream("x")
        for try await film in sequence.jsonSequence(of: Film.self) { read.append(film) }
        let array = try await client(pieces(#"{"data":{"films":["#, film, "]}}")).stream("x")
        for try await film in array.jsonElements(of: Film.self, at: "data.films") {
            read.append(film)
        }
        let list = try await client(
            pieces("<films><film><id>1</id>", "<title>a</title></film></films>")
        ).stream("x")
        for try await film in list.xmlElements(of: Film.self) { read.append(film) }
        #expect(read == Array(repeating: Film(id: 1, title: "a"), count: 4))
    }

    @Test
    func `an error response is thrown with its problem details`() async throws {
        let stub = StubTransport(
            .conflict,
            [.contentType: "application/problem+json"],
            #"{"type":"/problems#already-rented","title":"Taken","status":409}"#
        )
        let client = try Client(stub)
        let quick = await callError { () throws(CallError<Never>) in
            _ = try await client.stream("films")
        }
        #expect(quick?.kind == .refused)
        #expect(quick?.problem?.title == "Taken")
        let typed = await callError { () throws(CallError<RentFilm.Failure>) in
            _ = try await client.stream(RentFilm(id: 7))
        }
        #expect(typed?.failure == .alreadyRented)
    }

    @Test
    func `a connection lost during the content is thrown as a call error`() async throws {
        let failure = TransportError(.connectionLost)
        let client = try client(PiecewiseSource([[1]], failure: failure))
        let error = await callError { () throws(CallError<Never>) in
            for try await _ in try await client.stream("x").pieces {}
        }
        #expect(error?.kind == .unreachable)
        #expect(error?.status == .ok)
        #expect(error?.transportError == failure)
    }

    @Test
    func `cancelling the task ends the stream with an error`() async throws {
        let client = try client(PiecewiseSource([[1], [2]]))
        let reply = try await client.stream("x")
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await callError { () throws(CallError<Never>) in
                for try await _ in reply.pieces {}
            }
        }
        #expect(await task.value?.kind == .cancelled)
    }

    @Test
    func `a response is collected up to a limit`() async throws {
        let reply = try await client(pieces("ab", "cd")).stream("x")
        #expect(try await reply.collect(upTo: 4) == Array("abcd".utf8))
        let other = try client(pieces("ab", "cd"))
        let error = await callError { () throws(CallError<Never>) in
            _ = try await other.stream("x").collect(upTo: 3)
        }
        #expect(error?.kind == .tooLarge)
    }
}
