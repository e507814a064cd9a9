// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoCoding
import RecadoCompression
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Recordings` {
    private func replay(
        _ recorder: RecordingTransport,
        isStrict: Bool = false
    ) throws -> ReplayTransport {
        ReplayTransport(try Recording(har: recorder.recording.har), isStrict: isStrict)
    }

    @Test func `recorded responses are replayed`() async throws {
        let stub = StubTransport()
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        stub.on(
            "GET /poster",
            .status(
                .ok,
                ["X-A": "2", "x-a": "1", "X-Empty": "", .contentType: "image/png"],
                Content(bytes)
            )
        )
        stub.on("POST /films", .json(Film.seven, .created))
        let recorder = RecordingTransport(stub)
        let requests = [
            Request.club(.get, "/poster"),
            .club(.post, "/films?a=%20", content: Content(reading: PieceSource([[0xFF], [0]]))),
        ]
        for request in requests { _ = try await recorder.fetch(request) }
        let replay = try replay(recorder, isStrict: true)
        let poster = try await replay.send(.club(.get, "/poster"))
        #expect(try await poster.content.collect(upTo: 300) == bytes)
        #expect(
            poster.fields.map { "\($0.name)\($0.value)" }.prefix(3) == ["X-A2", "x-a1", "X-Empty"]
        )
        let created = try await replay.fetch(
            .club(.post, "/films?a=%20", content: Content([0xFF, 0]))
        )
        #expect(created.answer.status == .created)
        #expect(created.text.contains("El Camión"))
        try replay.verify()
    }

    @Test func `secrets are redacted, and requests with other secrets are replayed`() async throws {
        let stub = StubTransport()
        let token = #"{"token":"SECRET","films":[{"id":7,"password":"SECRET"}]}"#
        stub.on(
            "* /**",
            .status(
                .ok,
                [
                    .contentType: "application/json", .setCookie: "sid=SECRET; Path=/",
                    .location: "/next?code=SECRET", "X-Session": "SECRET",
                ],
                Content(token)
            )
        )
        let redaction = RecordingRedaction(names: ["pin", "code"], values: ["C0DE"])
        let recorder = RecordingTransport(stub, redaction: redaction)
        func request(_ secret: String) -> Request {
            .club(
                .post,
                "/C0DE?access_token=\(secret)&page=2&PIN=\(secret)",
                fields: [
                    .authorization: "Bearer \(secret)", .cookie: "sid=\(secret); x=\(secret)",
                    "X-Api-Key": secret, .contentType: "application/x-www-form-urlencoded",
                ],
                content: Content("user=ana&password=\(secret)")
            )
        }
        _ = try await recorder.fetch(request("SECRET"))
        let text = String(decoding: recorder.recording.har, as: UTF8.self)
        #expect(!text.contains("SECRET") && !text.contains("C0DE"))
        #expect(text.contains("Bearer REDACTED"))
        #expect(text.contains("sid=REDACTED; Path=/"))
        #expect(text.contains("page=2"))
        let (answer, content) = try await replay(recorder, isStrict: true).fetch(request("other"))
        #expect(answer.fields[.setCookie] == "sid=REDACTED; Path=/")
        #expect(content == #"{"token":"REDACTED","films":[{"id":7,"password":"REDACTED"}]}"#)
    }

    @Test func `compressed content is decompressed to redact its secrets`() async throws {
        let plain = Array(#"{"token":"SECRET","id":7}"#.utf8)
        let gzip = try Gzip.compress(plain, level: 6)
        let stub = StubTransport()
        let fields: Fields = [.contentType: "application/json", .contentEncoding: "gzip"]
        stub.on("GET /secret", .status(.ok, fields, Content(gzip)))
        let harmless = try Gzip.compress(Array("[1]".utf8), level: 6)
        stub.on("GET /harmless", .status(.ok, fields, Content(harmless)))
        stub.on("GET /malformed", .status(.ok, fields, Content(Array(gzip.dropLast(9)))))
        let recorder = RecordingTransport(stub)
        for name in ["secret", "harmless", "malformed"] {
            _ = try await recorder.fetch(.club(.get, "/\(name)"))
        }
        let replay = try replay(recorder)
        let (answer, content) = try await replay.fetch(.club(.get, "/secret"))
        #expect(content == #"{"token":"REDACTED","id":7}"#)
        #expect(!answer.fields.contains(.contentEncoding))
        // Content without a secret is recorded unchanged.
        let same = try await replay.send(.club(.get, "/harmless"))
        #expect(same.fields[.contentEncoding] == "gzip")
        #expect(try await same.content.collect(upTo: 100) == harmless)
        let missing = await transportError { _ = try await replay.fetch(.club(.get, "/malformed")) }
        #expect(missing?.detail == "the recording does not hold the content of this answer")
    }

    @Test func `unreadable content is recorded only if the option is set`() async throws {
        let stub = StubTransport()
        stub.on("* /**", .status(.ok, [.contentType: "text/plain"], Content("pin=1234")))
        var redaction = RecordingRedaction()
        for isKept in [false, true] {
            redaction.keepsUnreadableContent = isKept
            let recorder = RecordingTransport(stub, redaction: redaction)
            _ = try await recorder.fetch(.club(.post, content: Content([0xFF])))
            let har = String(decoding: recorder.recording.har, as: UTF8.self)
            #expect(har.contains("1234") == isKept)
            #expect(har.contains(Base64.encode([0xFF])) == isKept)
        }
    }

    @Test func `declared secrets are redacted in text content but not in media`() async throws {
        let plain = Array("pin=1 SECRET-2 SECRET\u{301} a%26b".utf8)
        let gzip = try Gzip.compress(plain, level: 6)
        let stub = StubTransport()
        stub.on("GET /plain", .status(.ok, [.contentType: "text/plain"], Content(plain)))
        let fields: Fields = [.contentType: "text/plain", .contentEncoding: "gzip"]
        stub.on("GET /gzip", .status(.ok, fields, Content(gzip)))
        stub.on("GET /poster", .status(.ok, [.contentType: "image/png"], Content(plain)))
        var redaction = RecordingRedaction(values: ["SECRET", "SECRET-2", "a&b"])
        redaction.keepsUnreadableContent = true
        let recorder = RecordingTransport(stub, redaction: redaction)
        for name in ["plain", "gzip", "poster"] {
            _ = try await recorder.fetch(.club(.get, "/\(name)"))
        }
        let replay = try replay(recorder)
        for name in ["plain", "gzip"] {
            let text = try await replay.fetch(.club(.get, "/\(name)")).text
            #expect(text == "pin=1 REDACTED REDACTED\u{301} REDACTED")
        }
        let poster = try await replay.send(.club(.get, "/poster"))
        #expect(try await poster.content.collect(upTo: 100) == plain)
    }

    @Test func `sensitive names of a recording are found in every text format`() async throws {
        let contents = [
            ("application/x-www-form-urlencoded", "user[dni]=HIDDEN"),
            ("text/plain", "dni: HIDDEN"),
            ("application/xml", "<r xmlns:ns='u'><ns:dni>HIDDEN</ns:dni></r>"),
            ("text/csv", "name,dni\nAna,HIDDEN\n"),
        ]
        for (type, content) in contents {
            let stub = StubTransport()
            stub.on("* /**", .status(.ok, [.contentType: type], Content(content)))
            let redaction = RecordingRedaction(names: ["holder[dni]"])
            let recorder = RecordingTransport(stub, redaction: redaction)
            _ = try await recorder.fetch(.club(.post, fields: [.contentType: type]))
            #expect(!String(decoding: recorder.recording.har, as: UTF8.self).contains("HIDDEN"))
        }
    }

    @Test func `errors and interrupted content are replayed`() async throws {
        let stub = StubTransport()
        stub.on("* /**", .text("0123456789"))
        let faulty = FaultTransport(
            stub,
            .sequence(.error(.tls, "bad"), .slowHead(.seconds(90)), .drop(after: 4)),
            clock: VirtualClock(jumps: true)
        )
        let recorder = RecordingTransport(faulty)
        let kinds: [TransportError.Kind] = [.tls, .timedOut(.waiting), .connectionLost]
        for kind in kinds {
            let error = await transportError { _ = try await recorder.fetch(.club()) }
            #expect(error?.kind == kind)
        }
        let strict = try replay(recorder, isStrict: true)
        for kind in kinds {
            let error = await transportError { _ = try await strict.fetch(.club()) }
            #expect(error?.kind == kind)
        }
        let again = try replay(recorder)
        for _ in 0..<2 { _ = await transportError { _ = try await again.send(.club()) } }
        let source = try await again.send(.club()).content.makeSource()
        #expect(source.length == 10)
        #expect(try await source.next() == Array("0123".utf8))
    }

    @Test func `abandoned or oversized content is not replayed as complete`() async throws {
        let stub = StubTransport()
        stub.on("GET /given-up") { _ throws(TransportError) in
            let source = PieceSource([[1], [2]])
            return Response(status: .ok, content: Content(reading: source))
        }
        stub.on("GET /long", .status(.ok, [:], Content([UInt8](repeating: 0, count: 11))))
        let recorder = RecordingTransport(stub, contentLimit: 10)
        do {
            let source = try await recorder.send(.club(.get, "/given-up")).content.makeSource()
            #expect(try await source.next() == [1])
            #expect(recorder.recording.count == 0)
        }
        #expect(try await recorder.fetch(.club(.get, "/long")).text.utf8.count == 11)
        let replay = try replay(recorder)
        let cut = await transportError { _ = try await replay.fetch(.club(.get, "/given-up")) }
        #expect(cut?.kind == .connectionLost)
        let missing = await transportError { _ = try await replay.fetch(.club(.get, "/long")) }
        #expect(missing?.detail == "the recording does not hold the content of this answer")
    }

    @Test func `response times are recorded and can be replayed`() async throws {
        let clock = VirtualClock(jumps: true)
        let stub = StubTransport(clock: clock)
        stub.on("* /**", .text("late").after(.milliseconds(2_500)))
        let recorder = RecordingTransport(stub, clock: clock)
        _ = try await recorder.fetch(.club())
        let document = try JSON().value(from: recorder.recording.har)
        #expect(document[path: "log.entries.0.timings.wait"] == 2500)
        let started = document[path: "log.entries.0.startedDateTime"]?.stringValue ?? ""
        #expect(started.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
        let replay = ReplayTransport(recorder.recording, clock: clock)
        _ = try await replay.fetch(.club())
        #expect(clock.now.offset == .seconds(5))
    }

    @Test func `a recording is written to a file and read back`() async throws {
        let path = NSTemporaryDirectory() + "recado-\(UUID().uuidString).har"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let stub = StubTransport()
        stub.on("* /**", .text("one"), .text("two"))
        let recorder = RecordingTransport(stub)
        for count in 1...2 {
            _ = try await recorder.fetch(.club())
            try recorder.recording.write(to: path)
            #expect(try Recording(file: path).count == count)
        }
        #expect(throws: RecordingError.noFile("/nowhere.har")) {
            try Recording(file: "/nowhere.har")
        }
        #expect(throws: RecordingError.self) { try recorder.recording.write(to: "/nowhere/x.har") }
    }

    static let faulty: [(text: String, error: String)] = [
        ("", "the recording is no HAR 1.2: "), ("{}", "expected log.entries"),
        (#"{"log":{"entries":[{}]}}"#, "entry 1 has no request with method and url"),
        (
            #"{"log":{"entries":[{"request":{"method":"GET","url":"http://h/"}}]}}"#,
            "entry 1 has no response"
        ),
        (
            #"{"log":{"entries":[{"request":{"method":"GET","url":"u"},"response":{"status":7}}]}}"#,
            "entry 1 has the status 7"
        ),
        (
            #"{"log":{"entries":[{"request":{"method":"GET","url":"u"},"response":{"status":200,"#
                + #""content":{"text":"?","encoding":"base64"}}}]}}"#,
            "entry 1 has content that is no Base64"
        ),
    ]

    @Test(arguments: faulty)
    func `the error for an invalid recording states the reason`(text: String, error: String) {
        let thrown = #expect(throws: RecordingError.self) {
            try Recording(har: Array(text.utf8))
        }
        #expect(thrown?.description.contains(error) == true)
    }

    // MARK: - Browsers

    @Test func `a recording from Chromium can be replayed`() async throws {
        let recording = try Recording(har: Array(BrowserRecordings.chromium.utf8))
        let replay = ReplayTransport(recording)
        let (answer, text) = try await replay.fetch(.club(.get, "/films?page=1"))
        #expect(text == #"[{"id": 700}]"#)
        #expect(answer.fields[.contentEncoding] == nil)
        #expect(answer.fields[.contentLength] == "13")
        #expect(answer.fields[values: .setCookie] == ["a=1; path=/", "b=2"])
        var lost = Request.club(.get, "/x.js")
        lost.authority = "ads.example"
        #expect(await transportError { _ = try await replay.send(lost) }?.kind == .cannotResolve)
        let poster = try await replay.send(.club(.get, "/poster.png"))
        #expect(try await poster.content.collect(upTo: 4) == [0x89, 0x50, 0x4E, 0x47])
        let film = await transportError { _ = try await replay.send(.club(.get, "/film.mp4")) }
        #expect(film?.kind == .failed)
        try replay.verify()
    }

    @Test func `a recording from Firefox can be replayed`() async throws {
        let replay = ReplayTransport(
            try Recording(har: Array(BrowserRecordings.firefox.utf8)),
            isStrict: true
        )
        let (answer, text) = try await replay.fetch(
            .club(
                .post,
                "/films",
                fields: [.contentType: "application/x-www-form-urlencoded"],
                content: Content("title=El+Cami%C3%B3n")
            )
        )
        #expect(answer.status == .created)
        #expect(answer.fields[.transferEncoding] == nil)
        #expect(text == "done")
        var request = Request.club(.delete)
        request.scheme = "http"
        #expect(try await replay.send(request).status == .noContent)
        try replay.verify()
    }
}
