// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Rules of recado check` {
    /// A change that makes the service ``Shed`` break a rule.
    struct Flaw: Sendable, CustomTestStringConvertible {
        let rule: String
        var options: [String] = []
        var request: Shed.RequestChange = { _ in }
        var answer: Shed.AnswerChange = { _, _ in }

        var testDescription: String { rule }
    }

    private static let document = "/shed/openapi.json"
    private static let stream = "/shed/tools/live"
    private static let tool = "/shed/tools/1"

    /// Runs `recado check` on a shed; slow responses break no rule unless the options say
    /// otherwise.
    private func check(_ shed: Shed, _ options: [String] = []) async throws -> ProgramRun {
        var configuration = ServerConfiguration()
        configuration.trustsLoopback = true
        configuration.addresses = [.loopback(port: 0)]
        configuration.limits.waiting = .seconds(60)
        let server = Server(configuration, handler: shed)
        let address = try await #require(server.start().first)
        let words = ["check", "http://\(address)/shed", "--json", "--slow", "60000"]
        let run = try await ProgramRun(words + options)
        await server.shutdown(grace: .zero)
        return run
    }

    @Test(arguments: [[], ["--unsafe"]])
    func `a correct service has no findings`(_ options: [String]) async throws {
        let run = try await check(Shed(), options)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("If-Match that fails is 412"))
        #expect(run.output.contains("If-Unmodified-Since that fails is 412"))
        #expect(run.output.contains("a WebSocket needs Upgrade"))
    }

    // MARK: - Flaws

    static let flaws = [
        Flaw(
            rule: "answers come in time",
            options: ["--slow", "20"],
            answer: { _, request in
                guard request.path == tool else { return }
                try? await Task.sleep(for: .milliseconds(100))
            }
        ),
        Flaw(
            rule: "answers have at most 16 MiB",
            answer: { response, request in
                guard request.path == tool, response.status == .ok else { return }
                response.content = Content([UInt8](repeating: 0x20, count: 17 << 20))
            }
        ),
        Flaw(
            rule: "Last-Modified is a date that has passed",
            answer: { response, _ in
                guard response.fields.contains(.lastModified) else { return }
                response.fields[.lastModified] = "Fri, 31 Dec 9999 23:59:59 GMT"
            }
        ),
        Flaw(
            rule: "If-Match that fails is 412",
            request: { $0.fields.removeAll(.ifMatch) }
        ),
        Flaw(
            rule: "If-Unmodified-Since that fails is 412",
            request: { $0.fields.removeAll(.ifUnmodifiedSince) }
        ),
        Flaw(
            rule: "426 has Upgrade",
            answer: { response, _ in response.fields.removeAll(.upgrade) }
        ),
        Flaw(
            rule: "a WebSocket needs Upgrade",
            answer: { response, _ in
                guard response.status == .upgradeRequired else { return }
                let fields: Fields = [.contentType: "text/plain", .cacheControl: "no-store"]
                response = Response(status: .ok, fields: fields, content: Content("Hello"))
            }
        ),
    ]

    @Test(arguments: flaws)
    func `only the broken rule is reported`(_ flaw: Flaw) async throws {
        let shed = try Shed(request: flaw.request, answer: flaw.answer)
        let run = try await check(shed, flaw.options)
        #expect(run.status == 1, "\(run.errors)")
        let findings = try CheckOutput(run).findings
        #expect(Set(findings.keys) == [flaw.rule], "\(run.output)")
    }

    @Test func `a PUT that ignores If-Match is reported with --unsafe`() async throws {
        let shed = try Shed(request: { request in
            if request.method == .put { request.fields.removeAll(.ifMatch) }
        })
        #expect(try await check(shed).status == 0)
        let run = try await check(shed, ["--unsafe"])
        let expected: [String: Set<String>] = ["If-Match that fails is 412": ["PUT \(Self.tool)"]]
        #expect(try CheckOutput(run).findings == expected, "\(run.output)\(run.errors)")
    }

    // MARK: - Streams

    /// The parts of a description that announce a stream: the document, the response, or both.
    enum Telling: CaseIterable, Sendable {
        case documentAndAnswer
        case document
        case answer
    }

    @Test(arguments: Telling.allCases)
    func `the end of an event stream is not awaited`(_ telling: Telling) async throws {
        let shed = try Shed(answer: { response, request in
            switch telling {
            case .documentAndAnswer: break
            case .document:
                let types = ["text/event-stream", "application/jsonl"]
                if let type = response.fields[.contentType], types.contains(type) {
                    response.fields[.contentType] = "text/plain"
                }
            case .answer:
                guard request.path == Self.document, let bytes = response.content.bytes else {
                    return
                }
                let text = String(decoding: bytes, as: UTF8.self)
                response.content = Content(text.replacing("\"responses\"", with: "\"x-answers\""))
            }
        })
        let run = try await check(shed)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test func `header fields of a stream are checked`() async throws {
        let shed = try Shed(answer: { response, request in
            if request.path == Self.stream { response.fields.removeAll(.cacheControl) }
        })
        let run = try await check(shed)
        let expected: [String: Set<String>] = [
            "GET and HEAD say how long they may be kept": [
                "GET \(Self.stream)", "HEAD \(Self.stream)",
            ]
        ]
        #expect(try CheckOutput(run).findings == expected, "\(run.output)\(run.errors)")
    }

    // MARK: - Advice

    @Test func `advice is printed only with --advice and does not fail the check`() async throws {
        let shed = try Shed()
        let plain = try await check(shed)
        #expect(try CheckOutput(plain).advice.isEmpty)
        let run = try await check(shed, ["--advice"])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let expected: [String: Set<String>] = [
            "JSON is an object": ["GET /shed/tools"],
            "GET says when its answer was changed last": ["GET /shed/tools"],
        ]
        #expect(try CheckOutput(run).advice == expected, "\(run.output)")
    }
}
