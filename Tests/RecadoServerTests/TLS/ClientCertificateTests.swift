// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CTestTLS
import Glibc
import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Client certificates` {
    private static let get = "GET /stock/stock HTTP/1.1\r\nHost: shop.example\r\n\r\n"
    private let authority: TestAuthority
    private let clients: TestAuthority

    init() throws {
        authority = try TestAuthority()
        clients = try TestAuthority("Branches")
    }

    enum Rule: Sendable { case none, requested, required }

    private func configuration(_ rule: Rule) throws -> ServerConfiguration {
        let source = clients.source
        return try .secure(authority) {
            $0.tls?.clientCertificates =
                switch rule {
                case .none: .none
                case .requested: .requested(authorities: source)
                case .required: .required(authorities: source)
                }
        }
    }

    private func options(_ certificate: CertificateMaker.Issued? = nil) -> TLSClient.Options {
        .init(authority: authority.issued, certificate: certificate)
    }

    /// Returns the content of the response, or the reason why there was none.
    private func answer(_ port: UInt16, _ options: TLSClient.Options) -> String {
        do {
            let client = try TLSClient.connected(to: port, options)
            try client.send(Self.get)
            let answer = try client.answer()
            return "\(answer.status) \(answer.content)"
        } catch {
            return "\(error)"
        }
    }

    // MARK: - Handshakes

    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func `a handler sees the client's certificate`(version: Int32) async throws {
        let peers = Recorder<Peer>()
        let handler = FunctionHandler { request in
            if let peer = request.peer { peers.record(peer) }
            return Response(status: .noContent)
        }
        let names = ["email:robin@branch.example", "URI:urn:branch:7", "IP:192.0.2.7"]
        let issued = try clients.client("Zürich 7, main", names: ["DNS:b.example"] + names)
        try await withServer(configuration(.required), handler: handler) { port in
            var options = options(issued)
            options.version = version
            #expect(answer(port, options).hasPrefix("204"))
            let certificate = try #require(peers.value?.certificate)
            #expect(certificate.subject == #"CN=Zürich 7\, main"#)
            #expect(
                certificate.names == [
                    .host("b.example"), .email("robin@branch.example"), .uri("urn:branch:7"),
                    .address([192, 0, 2, 7]),
                ]
            )
            #expect(certificate.fingerprint.count == 32)
            #expect(!certificate.serialNumber.isEmpty)
            let days = certificate.expiry.secondsSince1970 - Int64(time(nil))
            #expect((6 * 86_400...7 * 86_400).contains(Int(days)))
            #expect(peers.value?.isSecure == true)
        }
    }

    @Test func `a certificate is optional if it is only requested`() async throws {
        try await withServer(configuration(.requested), handler: .mirror) { port in
            #expect(answer(port, options()) == "200 GET /stock/stock ")
            let certificate = try clients.client("b")
            #expect(answer(port, options(certificate)) == "200 GET /stock/stock ")
        }
    }

    @Test func `no certificate is requested by default`() async throws {
        let peers = Recorder<Peer>()
        let handler = FunctionHandler { request in
            if let peer = request.peer { peers.record(peer) }
            return Response(status: .noContent)
        }
        try await withServer(configuration(.none), handler: handler) { port in
            let certificate = try clients.client("b")
            #expect(answer(port, options(certificate)).hasPrefix("204"))
            #expect(peers.value?.certificate == nil)
        }
    }

    @Test(arguments: [Rule.requested, .required])
    func `an invalid or untrusted certificate fails the handshake`(rule: Rule) async throws {
        try await withServer(configuration(rule), handler: .mirror) { port in
            let stranger = try TestAuthority("Branches").client("b")
            #expect(answer(port, options(stranger)).contains("alert"))
            let expired = try clients.client("b", validity: -900...(-600))
            #expect(answer(port, options(expired)).contains("expired"))
            let early = try clients.client("b", validity: 600...900)
            #expect(answer(port, options(early)).contains("alert"))
            let server = try clients.server("b.example")
            #expect(answer(port, options(server)).contains("alert"))
        }
    }

    @Test func `a missing required certificate fails the handshake`() async throws {
        try await withServer(configuration(.required), handler: .mirror) { port in
            #expect(answer(port, options()).contains("certificate required"))
        }
    }

    @Test func `resumed sessions keep the certificate unless authorities change`() async throws {
        let peers = Recorder<Peer>()
        let handler = FunctionHandler { request in
            if let peer = request.peer { peers.record(peer) }
            return Response(status: .noContent)
        }
        let configuration = try configuration(.required)
        let server = Server(configuration, handler: handler)
        let port = try await server.start()[0].port ?? 0
        var options = options(try clients.client("b"))
        let first = try TLSClient.connected(to: port, options)
        try first.send(Self.get)
        #expect(try first.answer().status == 204)
        options.session = first.session
        let certificate = peers.value?.certificate
        #expect(certificate != nil)
        let second = try TLSClient.connected(to: port, options)
        try second.send(Self.get)
        #expect(try second.answer().status == 204)
        #expect(second.isResumed)
        #expect(peers.value?.certificate == certificate)
        var tls = try #require(configuration.tls)
        tls.clientCertificates = .required(authorities: try TestAuthority("Other").source)
        try server.reloadTLS(tls)
        #expect(answer(port, options).contains("alert"))
        await server.shutdown(grace: .zero)
    }

    @Test func `a session is not resumed after its certificate has expired`() async throws {
        try await withServer(configuration(.required), handler: .mirror) { port in
            var options = options(try clients.client("b", validity: -900...2))
            let first = try TLSClient.connected(to: port, options)
            try first.send(Self.get)
            #expect(try first.answer().status == 200)
            options.session = first.session
            // Validity ends at a whole second, so the test must wait for more than two.
            try await Task.sleep(for: .seconds(3.2))
            #expect(answer(port, options) == "closed within a line")
        }
    }

    // MARK: - Callers

    @Test func `the certificate identifies the caller`() async throws {
        let application = try Application([Stock.service()])
        let handler = FunctionHandler { await application.respond(to: $0) }
        try await withServer(configuration(.requested), handler: handler) { port in
            let known = try clients.client("zurich")
            #expect(answer(port, options(known)) == #"200 {"branch":"CN=zurich"}"#)
            let unknown = answer(port, options(try clients.client("nowhere")))
            #expect(unknown.hasPrefix("403"))
            #expect(unknown.contains("The owner of the client certificate may not call this."))
            let none = answer(port, options())
            #expect(none.hasPrefix("403"))
            #expect(none.contains("This takes a client certificate, which the connection lacks."))
        }
    }

    @Test func `a peer's certificate is not accepted without TLS`() async throws {
        let certificate = PeerCertificate(
            subject: "CN=zurich",
            names: [],
            fingerprint: [],
            serialNumber: "1",
            expiry: HTTPDate(secondsSince1970: 0)
        )
        var request = Request(method: .get, target: "/stock/stock")
        request.peer = Peer(
            address: "192.0.2.1",
            isLocal: false,
            isSecure: false,
            certificate: certificate
        )
        let response = try await Application([Stock.service()]).respond(to: request)
        #expect(response.status == .forbidden)
        #expect(response.fields[.wwwAuthenticate] == nil)
    }

    @Test func `the OpenAPI document declares mutual TLS`() throws {
        let document = try OpenAPI(Stock.api).json()
        #expect(document.contains(#""mutualTLS""#))
        #expect(document.contains(#""403""#))
        #expect(!document.contains(#""401""#))
    }
}

/// A service whose callers are branches with certificates.
enum Stock {
    static let api = API(name: "stock", title: "Stock", version: "1", endpoints: [ShowStock.self])

    static func service() -> Service {
        var service = Service(api)
        service.authenticate(Branch.self) { credentials, _ throws(ProblemDetails) in
            let subject = credentials.certificate.subject
            return subject == "CN=zurich" ? Branch(subject: subject) : nil
        }
        service.serve(show)
        return service
    }

    private static func show(_ call: ShowStock, by branch: Branch) async -> ShowStock.Output {
        ShowStock.Output(branch: branch.subject)
    }

    struct Branch: Caller {
        typealias Credentials = ClientCertificate
        static var realm: String { "Branches" }
        let subject: String
    }

    struct ShowStock: Endpoint {
        static let route: Route = "GET /stock"
        typealias Caller = Branch
        struct Output: Codable, Sendable { var branch: String }
    }
}
