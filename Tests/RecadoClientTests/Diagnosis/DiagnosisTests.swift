// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Diagnoses of URLs` {
    /// A transport that reports the same events as one over a network.
    private struct Telling: Transport {
        let base: StubTransport
        let events: [CallEvent.Kind]

        func send(
            _ request: Request,
            timeouts: Timeouts
        ) async throws(TransportError) -> Response {
            let report = CallTrace.current?.begin(request)
            for event in events { report?.report(event) }
            do throws(TransportError) {
                let response = try await base.send(request, timeouts: timeouts)
                var timings = PhaseTimings()
                timings.connect = .milliseconds(12)
                timings.version = .http2
                timings.bytesReceived = 99
                report?.end(timings)
                return response
            } catch {
                report?.end(PhaseTimings(), failure: error)
                throw error
            }
        }
    }

    private func client(_ stub: StubTransport, _ events: [CallEvent.Kind] = []) throws -> Client {
        try Client(
            base: "https://example.org/videoclub",
            transport: Telling(base: stub, events: events)
        )
    }

    private static let leaf = ServerCertificate(
        subject: "CN = example.org",
        issuer: "CN = Authority",
        validFrom: HTTPDate(secondsSince1970: 0),
        validUntil: HTTPDate(secondsSince1970: 86_400),
        pin: "sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="
    )

    private static var agedAnswer: StubTransport {
        StubTransport(
            .ok,
            [
                .contentType: "application/json", .cacheControl: "max-age=60",
                .date: "Thu, 01 Jan 1970 00:00:00 GMT",
            ],
            "{}"
        )
    }

    @Test
    func `the report contains the events and timings of the transport`() async throws {
        let stub = Self.agedAnswer
        let client = try client(
            stub,
            [
                .proxied("http://proxy:3128"), .connecting(address: "[::1]:443"),
                .connecting(address: "127.0.0.1:443"),
                .connected(address: "127.0.0.1:443", isReused: false),
                .secured(version: "TLSv1.3", protocol: "h2"), .certificates([Self.leaf]),
            ]
        )
        let diagnosis = await client.diagnose("films", query: ["key": "hunter2"])
        let text = diagnosis.lines.filter { !$0.hasPrefix("in all") }
            .map { $0.replacing(#/\d{6,}/#, with: "N") }
        #expect(
            text.filter { !$0.hasPrefix("cache") } == [
                "address       https://example.org/videoclub/films?key=…",
                "proxy         http://proxy:3128",
                "tried         [::1]:443",
                "connected     127.0.0.1:443",
                "TLS           TLSv1.3, h2",
                "certificate   CN = example.org",
                "  issued by   CN = Authority",
                "  valid       until Fri, 02 Jan 1970 00:00:00 GMT, expired",
                "  pin         sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=",
                "status        200, HTTP/2",
                "content       application/json, 99 bytes received",
                "clock         the server's is N s behind",
                "connect       12 ms",
                "hint          the certificate of CN = example.org has expired",
                "hint          the clocks differ by N s: certificates, tokens and caches go by them",
            ]
        )
        #expect(!diagnosis.isHealthy)
        #expect(!diagnosis.description.contains("hunter2"))
        let copy = try JSON().decode(Diagnosis.self, from: try JSON().encode(diagnosis))
        #expect(copy == diagnosis)
    }

    struct Failure: CustomTestStringConvertible {
        let error: TransportError
        let hint: String
        var testDescription: String { error.description }
    }

    static let failures = [
        Failure(error: TransportError(.cannotResolve), hint: "no address is known"),
        Failure(error: TransportError(.cannotConnect), hint: "nothing takes connections there"),
        Failure(error: TransportError(.timedOut(.connecting)), hint: "the address does not answer"),
        Failure(error: TransportError(.timedOut(.waiting)), hint: "the server took the request"),
        Failure(
            error: TransportError(.tls, "SSL certificate problem: certificate has expired"),
            hint: "a certificate has expired"
        ),
        Failure(
            error: TransportError(.tls, "unable to get local issuer certificate"),
            hint: "the authority is not known"
        ),
        Failure(
            error: TransportError(.tls, "no alternative certificate subject name matches"),
            hint: "the certificate is for another host"
        ),
        Failure(
            error: TransportError(.tls, "wrong version number"),
            hint: "the port speaks no TLS"
        ),
        Failure(
            error: TransportError(.tls, "no pinned public key"),
            hint: "none of the certificates"
        ),
        Failure(error: TransportError(.protocolViolation), hint: "what answers speaks no HTTP"),
        Failure(error: TransportError(.connectionLost), hint: "the other end closed"),
    ]

    @Test(arguments: failures)
    func `each transport error has a hint`(_ failure: Failure) async throws {
        let stub = StubTransport { _ throws(TransportError) in throw failure.error }
        let diagnosis = try await client(stub).diagnose()
        #expect(diagnosis.failure == failure.error.description)
        #expect(diagnosis.hints.count == 1)
        #expect(diagnosis.hints.first?.hasPrefix(failure.hint) == true, "\(diagnosis)")
        #expect(diagnosis.status == nil)
        #expect(stub.sent.count == 1)
    }

    @Test
    func `a blocked http URL gets a hint without a request`() async throws {
        let stub = StubTransport(.ok)
        let client = try Client(base: "http://example.org", transport: stub)
        let diagnosis = await client.diagnose()
        #expect(diagnosis.hints.first?.hasPrefix("http to other machines is off") == true)
        #expect(stub.sent.isEmpty)
    }

    @Test
    func `an HTML page is reported with its title`() async throws {
        let stub = StubTransport(.ok, [.contentType: "text/html"], "<title>Wi-Fi</title>")
        let diagnosis = try await client(stub).diagnose("films")
        #expect(diagnosis.pageTitle == "Wi-Fi")
        #expect(diagnosis.hints.first?.hasPrefix("a page of HTML answers") == true)
    }

    @Test(arguments: [
        ("no-store", "not kept: no-store"),
        ("no-cache, max-age=9", "kept, and confirmed before each use"),
        ("max-age=0", "kept, and confirmed before each use"),
    ])
    func `the report states how the response would be cached`(
        _ control: String,
        _ verdict: String
    ) async throws {
        let stub = StubTransport(.ok, [.cacheControl: control], "x")
        #expect(try await client(stub).diagnose().cache == verdict)
    }

    @Test
    func `redirects, error responses and invalid paths are reported`() async throws {
        let stub = StubTransport { request throws(TransportError) in
            request.path == "/videoclub/a"
                ? Response(status: .found, fields: [.location: "/b?key=hunter2"])
                : Response(status: .notFound)
        }
        let client = try client(stub)
        let diagnosis = await client.diagnose("a")
        #expect(diagnosis.status == 404)
        #expect(
            diagnosis.redirects == [
                "302 https://example.org/videoclub/a → https://example.org/b?key=…"
            ]
        )
        #expect(diagnosis.hints.first?.hasPrefix("the server knows no such path") == true)
        #expect(await client.diagnose("../x").failure?.contains("“..”") == true)
    }
}
