// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

/// The documented uses of typed response serializers, each made with Recado.
@Suite(.timeLimit(.minutes(1)))
struct `Calls migrated from typed response serializers` {
    // MARK: - The documented examples

    struct News: Decodable, Sendable, Hashable { var title: String }
    struct Record: Decodable, Sendable, Hashable { var id: String }

    final class NewsRepository: Sendable {
        private let calls = CallScope("news")
        private let client: Client

        init(_ client: Client) {
            self.client = client
        }

        func loadList() -> Call<[News], any Error> {
            calls.start { [client] in
                try await client.get("bins/wro6i", failing: ServiceError.self)
            }
        }

        func loadDetail(record: String, campaign: String) -> Call<Record, any Error> {
            calls.start { [client] in
                try await client.get(
                    "records/\(record)",
                    failing: ServiceError.self,
                    query: ["campaign": campaign]
                )
            }
        }
    }

    @Test
    func `a list is loaded by a call started in a scope`() async throws {
        let stub = StubTransport(json: #"[{"title":"Uno"},{"title":"Dos"}]"#)
        let repository = NewsRepository(try Client(stub) { $0.fields = UserAgent("News").fields })
        let call = repository.loadList()
        #expect(try await call.value == [News(title: "Uno"), News(title: "Dos")])
        #expect(call.request?.target == "/videoclub/bins/wro6i")
        #expect(stub.sent.first?.fields["device"]?.split(separator: "|").count == 3)
    }

    @Test
    func `parameters are sent in the query`() async throws {
        let stub = StubTransport(json: #"{"id":"r1"}"#)
        let repository = NewsRepository(try Client(stub))
        let record = try await repository.loadDetail(record: "r1", campaign: "a&b").value
        #expect(record == Record(id: "r1"))
        #expect(stub.sent.first?.target == "/videoclub/records/r1?campaign=a%26b")
    }

    @Test
    func `a service error is thrown as its own type`() async throws {
        let stub = StubTransport(json: #"{"codError":3,"descripcion":"No"}"#, .badRequest)
        let client = try Client(stub)
        do {
            let user: User = try await client.get("user", failing: ServiceError.self)
            Issue.record("\(user) was not expected")
        } catch {
            #expect(error.failure == ServiceError(code: 3, text: "No"))
        }
    }

    struct NewUser: Encodable {
        var id = 1242
        var name = "Alberto"
        var surname = "Alfaro"
    }

    @Test
    func `JSON is posted, and the value is decoded at its root`() async throws {
        let stub = StubTransport(json: #"{"user":{"codigo":"A","nombre":"Alberto"}}"#)
        let rules = ResponseRules(
            root: "user",
            errors: [ErrorModel(ServiceError.self, at: "error")]
        )
        let client = try Client(stub) { $0.responseRules = rules }
        let user: User = try await client.post("user", NewUser(), failing: ServiceError.self)
        #expect(user == User(code: "A", name: "Alberto"))
        let request = try #require(stub.sent.first)
        #expect(request.fields[.contentType] == "application/json")
        let sent = #"{"id":1242,"name":"Alberto","surname":"Alfaro"}"#
        #expect(request.content.bytes == Array(sent.utf8))
    }

    // MARK: - The example's choices

    /// A response that contains everything, so that only the choices decide what is read.
    static let everything = """
        {
          "error": {"codError": 0, "descripcion": "OK"},
          "errors": {"codError": 1, "descripcion": "Algo ha ido mal"},
          "codigo": "A", "nombre": "Ana", "fechas": {"nacimiento": "18/10/1981"},
          "respuesta": {"codigo": "B", "nombre": "Blas", "fechas": {"nacimiento": "28/12/1984"}},
          "user": {"codigo": "C", "nombre": "Carlos", "fechas": {"nacimiento": "02/02/1987"}}
        }
        """

    enum Outcome: Sendable, Hashable {
        case value(String)
        case serviceError(Int)
        case refused
        case unreadable
    }

    struct Choices: Sendable, Hashable, CustomTestStringConvertible {
        var isMalformed: Bool
        var isEnvelope: Bool
        var root: String?
        var errorRoot: String?
        var status: Status

        var testDescription: String {
            [
                isMalformed ? "malformed" : "correct", isEnvelope ? "envelope" : "by status",
                root ?? "no root", errorRoot ?? "no error root", "\(status.code)",
            ]
            .joined(separator: ", ")
        }

        /// Every combination of the choices.
        static let all: [Choices] = (0..<32).map { number in
            Choices(
                isMalformed: number & 1 != 0,
                isEnvelope: number & 2 != 0,
                root: number & 4 != 0 ? "user" : nil,
                errorRoot: number & 8 != 0 ? "errors" : nil,
                status: number & 16 != 0 ? .badRequest : .ok
            )
        }

        /// The rules that the choices make; without a root, an envelope has its usual key.
        var rules: ResponseRules {
            guard isEnvelope else {
                return ResponseRules(
                    root: root.map { CodingPath($0) },
                    errors: [
                        ErrorModel(PlainServiceError.self, at: CodingPath(errorRoot ?? ""))
                    ]
                )
            }
            return .envelope(
                ServiceError.self,
                error: CodingPath(errorRoot ?? "error"),
                value: CodingPath(root ?? "respuesta")
            )
        }

        var expected: Outcome {
            if isMalformed { return status == .ok ? .unreadable : .refused }
            if isEnvelope, errorRoot != nil { return .serviceError(1) }
            if status != .ok {
                // The whole content is not an error here, and the envelope's error has the code 0,
                // which means no error.
                return !isEnvelope && errorRoot != nil ? .serviceError(1) : .refused
            }
            if root != nil { return .value("Carlos") }
            return .value(isEnvelope ? "Blas" : "Ana")
        }
    }

    /// The same error model for services that signal errors by their status alone.
    struct PlainServiceError: Decodable, Error {
        var codError: Int
        var descripcion: String?
    }

    @Test(arguments: Choices.all)
    func `each combination of options gives the expected value or error`(
        choices: Choices
    ) async throws {
        let json = choices.isMalformed ? "{\"user\": " : Self.everything
        let client = try Client(StubTransport(json: json, choices.status)) {
            $0.responseRules = choices.rules
        }
        let outcome: Outcome
        do throws(CallError<Never>) {
            let user = try await client.get("user", as: User.self)
            #expect(user.birthday != nil)
            outcome = .value(user.name)
        } catch {
            let plain = error.decoded(as: PlainServiceError.self)
            if let code = error.decoded(as: ServiceError.self)?.code ?? plain?.codError {
                outcome = .serviceError(code)
            } else {
                outcome = error.kind == .refused ? .refused : .unreadable
            }
        }
        #expect(outcome == choices.expected)
    }
}
