// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoHTTP
import RecadoTesting
import Testing

/// Responses that hold an error and a value in one document, whatever their status.
@Suite(.timeLimit(.minutes(1)))
struct `Response envelopes with error and value` {
    static let value = #""respuesta":{"codigo":"B","nombre":"Benito"}"#
    static let benito = User(code: "B", name: "Benito")

    private func result(
        _ json: String,
        _ status: Status = .ok,
        _ rules: ResponseRules = .envelope(ServiceError.self)
    ) async throws -> Result<User, CallError<ServiceError>> {
        let client = try Client(StubTransport(json: json, status)) { $0.responseRules = rules }
        do throws(CallError<ServiceError>) {
            return .success(try await client.get("user", failing: ServiceError.self))
        } catch {
            return .failure(error)
        }
    }

    @Test(arguments: [
        #"{"error":{"codError":0,"descripcion":"OK"},\#(value)}"#, #"{"error":null,\#(value)}"#,
        "{\(value)}", #"{"error":"none",\#(value)}"#,
    ])
    func `the value is returned if the envelope contains no error`(json: String) async throws {
        #expect(try await result(json).get() == Self.benito)
    }

    @Test(arguments: [Status.ok, .badRequest, .internalServerError])
    func `an error in the envelope is thrown for every status, even with a value`(
        status: Status
    ) async throws {
        let json = #"{"error":{"codError":1,"descripcion":"No válido"},\#(Self.value)}"#
        let outcome = try await result(json, status)
        guard case .failure(let error) = outcome else {
            Issue.record("\(outcome) was not expected")
            return
        }
        #expect(error.kind == .failed)
        #expect(error.failure == ServiceError(code: 1, text: "No válido"))
        #expect(error.status == status)
        #expect(error.description.hasSuffix("refused with \(status): ServiceError"))
    }

    @Test
    func `a 400 response without an error is thrown with kind refused`() async throws {
        let outcome = try await result(#"{"error":{"codError":0},\#(Self.value)}"#, .badRequest)
        guard case .failure(let error) = outcome else {
            Issue.record("\(outcome) was not expected")
            return
        }
        #expect(error.kind == .refused)
        #expect(error.failure == nil)
        #expect(error.serviceError == nil)
    }

    @Test
    func `an undecodable error is reported if there is no value`() async throws {
        let outcome = try await result(#"{"error":{"codError":"x"},"respuesta":null}"#)
        guard case .failure(let error) = outcome else {
            Issue.record("\(outcome) was not expected")
            return
        }
        #expect(error.kind == .unreadable)
        #expect(error.description.contains("/respuesta"))
        #expect(error.description.contains("its content is no ServiceError: typeMismatch"))
        #expect(error.codingFailure?.pointer == "/respuesta")
    }

    @Test
    func `the keys of an envelope can be changed or omitted`() async throws {
        let json = #"{"status":{"codError":0},"data":{"user":{"codigo":"B","nombre":"Benito"}}}"#
        let named = ResponseRules.envelope(ServiceError.self, error: "status", value: "data.user")
        #expect(try await result(json, .ok, named).get() == Self.benito)
        let open = #"{"codError":0,"codigo":"B","nombre":"Benito"}"#
        let none = ResponseRules.envelope(ServiceError.self, error: .root, value: .root)
        #expect(try await result(open, .ok, none).get() == Self.benito)
    }

    @Test
    func `a list of errors is thrown if any element is an error`() async throws {
        let rules = ResponseRules(
            root: "respuesta",
            errors: [ErrorModel(ErrorList<ServiceError>.self, at: "errores")]
        )
        let fine = #"{"errores":[{"codError":0},{"codError":0}],\#(Self.value)}"#
        #expect(try await result(fine, .ok, rules).get() == Self.benito)
        let empty = #"{"errores":[],\#(Self.value)}"#
        #expect(try await result(empty, .ok, rules).get() == Self.benito)
        let bad = #"{"errores":[{"codError":0},{"codError":2}],\#(Self.value)}"#
        guard case .failure(let error) = try await result(bad, .ok, rules) else {
            Issue.record("a failure was expected")
            return
        }
        #expect(error.kind == .failed)
        #expect(error.decoded(as: ErrorList<ServiceError>.self)?.map(\.code) == [0, 2])
    }

    @Test
    func `a call without output decodes errors, too`() async throws {
        let client = try Client(
            StubTransport(json: #"{"error":{"codError":4},"respuesta":null}"#)
        ) {
            $0.responseRules = .envelope(ServiceError.self)
        }
        let error = await callError { () throws(CallError<ServiceError>) in
            try await client.delete("user", failing: ServiceError.self)
        }
        #expect(error?.failure?.code == 4)
    }
}
