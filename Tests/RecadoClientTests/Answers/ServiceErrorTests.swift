// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Service-specific error models` {
    static let refusal = StubTransport(json: #"{"code":7,"message":"No"}"#, .badRequest)

    private func error<Failure: Decodable & Error>(
        _ stub: StubTransport,
        _ failure: Failure.Type,
        _ rules: ResponseRules = ResponseRules()
    ) async throws -> CallError<Failure> {
        let client = try Client(stub) { $0.responseRules = rules }
        let error = await callError { () throws(CallError<Failure>) in
            try await client.get("user", failing: failure)
        }
        return try #require(error)
    }

    @Test
    func `a quick call throws the error response as the given error model`() async throws {
        let client = try Client(Self.refusal)
        do {
            let user: User = try await client.get("user", failing: PlainError.self)
            Issue.record("\(user) was not expected")
        } catch .failed {
            // This is the expected failure.
        } catch {
            Issue.record(error)
        }
        do {
            try await client.get("user", failing: PlainError.self)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.failure == PlainError(code: 7, message: "No"))
            #expect(error.kind == .failed)
            #expect(error.status == .badRequest)
        }
    }

    @Test
    func `an endpoint call throws the error response as the given error model`() async throws {
        let client = try Client(Self.refusal)
        do {
            try await client.send(RentFilm(id: 7), failing: PlainError.self)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.failure?.code == 7)
        }
        do {
            _ = try await client.response(to: RentFilm(id: 7), failing: PlainError.self)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.failure?.message == "No")
        }
    }

    @Test
    func `response rules choose the error model by status and location`() async throws {
        let rules = ResponseRules(errors: [
            ErrorModel(ServiceError.self, at: "error", for: .serverError),
            ErrorModel(PlainError.self, for: 400),
            ErrorModel(PlainError.self, at: "detail", for: .clientError),
        ])
        let plain = try await error(Self.refusal, Never.self, rules)
        #expect(plain.kind == .failed)
        #expect(plain.serviceError as? PlainError == PlainError(code: 7, message: "No"))
        let nested = StubTransport(json: #"{"detail":{"code":9}}"#, .conflict)
        #expect(
            try await error(nested, Never.self, rules).decoded(as: PlainError.self)?.code == 9
        )
        let own = StubTransport(json: #"{"error":{"codError":3}}"#, .badGateway)
        #expect(
            try await error(own, Never.self, rules).decoded(as: ServiceError.self)?.code == 3
        )
    }

    @Test
    func `the error model of the call is decoded at the location in the rules`() async throws {
        let stub = StubTransport(json: #"{"error":{"code":7}}"#, .badRequest)
        let rules = ResponseRules(errors: [ErrorModel(PlainError.self, at: "error")])
        #expect(try await error(stub, PlainError.self, rules).failure?.code == 7)
    }

    @Test
    func `an XML error response to a JSON call is decoded`() async throws {
        let xml = "<fault><code>7</code><message>No</message></fault>"
        let stub = StubTransport(.badRequest, [.contentType: "text/xml"], xml)
        #expect(try await error(stub, PlainError.self).failure?.message == "No")
    }

    // MARK: - What is no error of the model

    @Test(arguments: [
        (
            "application/json", #"{"code":"x"}"#, #"{"code":"…"}"#,
            "its content is no PlainError: typeMismatch at /code"
        ),
        ("application/json", "{", "1 bytes of application/json", "malformed"),
        (
            "text/html", "<p>Not here", "<p>Not here",
            "the answer is text/html, not application/json"
        ),
        ("application/json", "[]", "[]", "its content is no PlainError"),
    ])
    func `an error response that does not match the model is thrown with a reason`(
        type: String,
        content: String,
        shown: String,
        words: String
    ) async throws {
        let stub = StubTransport(.badRequest, [.contentType: type], content)
        let error = try await error(stub, PlainError.self)
        #expect(error.kind == .refused)
        #expect(error.failure == nil)
        #expect(error.status == .badRequest)
        #expect(error.description.contains(words))
        #expect(error.debugDescription.contains(shown))
    }

    @Test
    func `an empty error response is thrown with kind refused`() async throws {
        let error = try await error(StubTransport(.badRequest), PlainError.self)
        #expect(error.kind == .refused)
        #expect(error.description.hasSuffix("refused with 400 Bad Request"))
    }

    @Test
    func `problem details are decoded even if the call names an error model`() async throws {
        let json = #"{"type":"about:blank","title":"Gone fishing","status":503}"#
        let stub = StubTransport(
            .serviceUnavailable,
            [.contentType: "application/problem+json"],
            json
        )
        let error = try await error(stub, PlainError.self)
        #expect(error.kind == .refused)
        #expect(error.problem?.title == "Gone fishing")
        #expect(error.description.hasSuffix("refused with 503 Service Unavailable"))
    }

    @Test
    func `a successful response is not decoded as the error model`() async throws {
        let client = try Client(StubTransport(json: #"{"code":7}"#))
        let value = try await client.get("user", failing: PlainError.self)
        #expect(value["code"]?.intValue == 7)
    }

    // MARK: - Any error

    struct Wrapped: WrappingError {
        var underlying: (any Error)?
    }

    @Test
    func `the decoded error is available on any error that wraps it`() async throws {
        let call: any Error = try await error(Self.refusal, PlainError.self)
        let expected = PlainError(code: 7, message: "No")
        #expect(call.decoded(as: PlainError.self) == expected)
        #expect(
            Wrapped(underlying: Wrapped(underlying: call)).decoded(as: PlainError.self) == expected
        )
        #expect(expected.decoded(as: PlainError.self) == expected)
        #expect(call.decoded(as: ServiceError.self) == nil)
        #expect(CancellationError().decoded(as: PlainError.self) == nil)
        var deep = Wrapped(underlying: call)
        for _ in 0..<20 { deep = Wrapped(underlying: deep) }
        #expect(deep.decoded(as: PlainError.self) == nil)
    }

    @Test
    func `a secret repeated in an error response is not printed`() async throws {
        let secret = "hunter2-correct-horse"
        let stub = StubTransport(json: #"{"code":7,"message":"\#(secret)"}"#, .badRequest)
        let client = try Client(stub)
        let options = CallOptions(credentials: try BasicCredentials(user: "a", password: secret))
        let error = await callError { () throws(CallError<PlainError>) in
            try await client.get("user", failing: PlainError.self, with: options)
        }
        let caught = try #require(error)
        #expect(caught.failure?.message == secret)
        var dumped = ""
        dump(caught, to: &dumped)
        for text in ["\(caught)", String(reflecting: caught), dumped, caught.curl] {
            #expect(!text.contains(secret))
        }
        #expect(caught.description.hasSuffix("refused with 400 Bad Request: PlainError"))
    }

    @Test
    func `a catch pattern also matches a failure thrown by a mock`() {
        func mock() throws(CallError<PlainError>) { throw .failed(with: PlainError(code: 7)) }
        do {
            try mock()
            Issue.record("nothing was thrown")
        } catch .refused {
            Issue.record("the wrong kind was caught")
        } catch .failed {
            // This is the expected failure.
        } catch {
            Issue.record(error)
        }
    }
}
