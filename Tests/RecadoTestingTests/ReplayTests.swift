// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Replays` {
    /// Returns a recording of the given requests, whose responses are their numbers.
    private func recording(_ requests: Request...) async throws -> Recording {
        let number = Mutex(0)
        let stub = StubTransport()
        stub.on("* /**") { _ throws(TransportError) in
            let text = number.withLock { number in
                number += 1
                return "\(number)"
            }
            return Response(status: .ok, content: Content(text))
        }
        let recorder = RecordingTransport(stub)
        for request in requests { _ = try await recorder.fetch(request) }
        return recorder.recording
    }

    @Test func `responses are replayed in recorded order, and the last is repeated`() async throws {
        let recording = try await recording(
            .club(),
            .club(.put, content: Content("a")),
            .club(),
            .club(.put, content: Content("b"))
        )
        let replay = ReplayTransport(recording)
        #expect(try await replay.fetch(.club(.put, content: Content("b"))).text == "4")
        for text in ["1", "3", "3"] { #expect(try await replay.fetch(.club()).text == text) }
        #expect(replay.unused == ["PUT https://example.org/films/7"])
        #expect(try await replay.fetch(.club(.put, content: Content("a"))).text == "2")
        try replay.verify()
    }

    @Test func `a strict replay refuses requests out of order`() async throws {
        let recording = try await recording(.club(), .club(.delete))
        let shown = Mutex<[ReplayMismatch]>([])
        let replay = ReplayTransport(recording, isStrict: true) { mismatch in
            shown.withLock { $0.append(mismatch) }
        }
        let early = await transportError { _ = try await replay.send(.club(.delete)) }
        #expect(early?.kind == .failed)
        #expect(try await replay.fetch(.club()).text == "1")
        #expect(try await replay.fetch(.club(.delete)).text == "2")
        let late = await transportError { _ = try await replay.send(.club()) }
        #expect(late?.detail.hasSuffix("the recording is at its end") == true)
        let first = try #require(shown.withLock { $0 }.first)
        #expect(
            first.lines.prefix(2) == [
                "- GET https://example.org/films/7", "+ DELETE https://example.org/films/7",
            ]
        )
        #expect(first.description.hasPrefix("request 1 differs from the recording: its line 1: “D"))
        let unmet = #expect(throws: UnmetRecording.self) { try replay.verify() }
        #expect(unmet?.mismatches.count == 2)
    }

    @Test func `differences from the recording are shown line by line`() async throws {
        let fields: Fields = [.contentType: "application/json", .accept: "a/b", "X-Any": "1"]
        let recording = try await recording(
            .club(
                .put,
                "/films/7?api_key=SECRET",
                fields: fields,
                content: Content(#"{"title":"El Camión","year":1977,"token":"SECRET"}"#)
            )
        )
        let replay = ReplayTransport(recording, isStrict: true)
        var request = Request.club(
            .put,
            "/films/7?api_key=other",
            fields: [.contentType: "application/json", .accept: "c/d"],
            content: Content(#"{"token":"other", "title":"The Truck", "year":1977}"#)
        )
        _ = await transportError { _ = try await replay.send(request) }
        let lines = try #require(replay.mismatches.first).lines
        #expect(
            lines.filter { !$0.hasPrefix("  ") } == [
                "- Accept: a/b", "+ Accept: c/d", #"-   "title": "El Camión","#,
                #"-   "token": "REDACTED","#, #"+   "title": "The Truck","#,
                #"+   "token": "other","#,
            ]
        )
        request.fields[.accept] = "a/b"
        request.content = Content(#"{"token":"other", "title":"El Camión", "year":1977}"#)
        #expect(try await replay.fetch(request).text == "1")
    }

    @Test func `the error for an unknown request shows the nearest recorded one`() async throws {
        let recording = try await recording(
            .club(.delete, "/films"),
            .club(.get, "/films/7?page=1")
        )
        let replay = ReplayTransport(recording)
        let error = await transportError {
            _ = try await replay.send(.club(.get, "/films/7?page=2"))
        }
        #expect(error?.detail.contains("expected “GET https://example.org/films/7?page=1”") == true)
        let empty = ReplayTransport(try await self.recording())
        let none = await transportError { _ = try await empty.send(.club()) }
        #expect(none?.detail.hasSuffix("the recording is empty") == true)
    }
}
