// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Problem details in XML` {
    /// Returns the problem details that a client reads in a 403 response.
    private func problem(
        _ text: String,
        _ type: String = "application/problem+xml",
        fields: Fields = [:]
    ) async throws -> ProblemDetails? {
        var fields = fields
        fields[.contentType] = type
        let client = try Client(StubTransport(.forbidden, fields, text))
        let error = await callError { () throws(CallError<Never>) in try await client.get("x") }
        #expect(error?.kind == .refused)
        #expect(error?.status == .forbidden)
        return error?.problem
    }

    @Test func `input errors in the JSON format of RFC 9457 are read`() async throws {
        // As in RFC 9457, section 3: errors have no code, and their pointer is a URI fragment.
        let text = """
            {"status": 422, "errors": [
              {"detail": "must be a positive integer", "pointer": "#/age"}, {"parameter": "page"}
            ]}
            """
        let errors = try await problem(text, "application/problem+json")?.errors ?? []
        try #require(errors.count == 2)
        #expect(errors[0].pointer == "/age" && errors[0].code == "invalid")
        #expect(errors[0].detail == "must be a positive integer")
        #expect(errors[1].parameter == "page" && errors[1].detail == "")
    }

    @Test func `the XML example of RFC 9457 is read`() async throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <problem xmlns="urn:ietf:rfc:7807">
              <type>https://example.com/probs/out-of-credit</type>
              <title>You do not have enough credit.</title>
              <detail>Your current balance is 30, but that costs 50.</detail>
              <instance>https://example.net/account/12345/msgs/abc</instance>
              <balance>30</balance>
              <accounts>
                <i>https://example.net/account/12345</i>
                <i>https://example.net/account/67890</i>
              </accounts>
            </problem>
            """
        let problem = try #require(await problem(text, fields: [.retryAfter: "9"]))
        #expect(problem.type == "https://example.com/probs/out-of-credit")
        #expect(problem.title == "You do not have enough credit.")
        #expect(problem.status == .forbidden)
        #expect(problem.instance == "https://example.net/account/12345/msgs/abc")
        #expect(problem.extensions["balance"] == "30")
        #expect(
            problem.extensions["accounts"] == [
                "https://example.net/account/12345", "https://example.net/account/67890",
            ]
        )
        #expect(problem.retryAfter == .seconds(9))
    }

    @Test func `a single input error is read as a list, with any namespace prefix`() async throws {
        let text = """
            <p:problem xmlns:p="urn:ietf:rfc:7807" xml:lang="ca"><p:title>No</p:title>\
            <p:status>422</p:status><p:errors><p:i><p:parameter>id</p:parameter>\
            <p:code>type</p:code><p:detail>Expected a number.</p:detail></p:i></p:errors></p:problem>
            """
        let problem = try #require(await problem(text, "application/problem+xml; charset=utf-8"))
        #expect(problem.status == .unprocessableContent)
        #expect(
            problem.errors == [
                InputError(at: .query("id"), code: "type", detail: "Expected a number.")
            ]
        )
        #expect(problem.extensions.isEmpty)
    }

    @Test func `an empty problem element has the status of the response`() async throws {
        let problem = try await problem(#"<problem xmlns="urn:ietf:rfc:7807"/>"#, "text/xml")
        #expect(problem?.status == .forbidden)
        #expect(problem?.title == Status.forbidden.reasonPhrase)
    }

    @Test(arguments: [
        "", "<problem", "<problem/>", #"<problem xmlns="urn:other"><title>No</title></problem>"#,
        #"<error xmlns="urn:ietf:rfc:7807"><title>No</title></error>"#,
        #"<problem xmlns="urn:ietf:rfc:7807">No</problem>"#,
        #"<!DOCTYPE problem []><problem xmlns="urn:ietf:rfc:7807"/>"#,
        #"<problem xmlns="urn:ietf:rfc:7807"><title><b>No</b></title></problem>"#,
    ])
    func `other XML is not read as problem details`(_ text: String) async throws {
        #expect(try await problem(text) == nil)
    }

    @Test func `XML in an unknown charset is not read as problem details`() async throws {
        let text = #"<problem xmlns="urn:ietf:rfc:7807"/>"#
        #expect(try await problem(text, "application/problem+xml; charset=x-none") == nil)
    }

    @Test func `XML problem details are matched to a declared failure`() async throws {
        let text = """
            <problem xmlns="urn:ietf:rfc:7807"><type>https://example.org/p#already-rented</type>\
            <status>409</status></problem>
            """
        let stub = StubTransport(.conflict, [.contentType: "application/problem+xml"], text)
        let client = try Client(stub)
        let error = await callError { () throws(CallError<RentFilm.Failure>) in
            _ = try await client.send(RentFilm(id: 7))
        }
        #expect(error?.failure == .alreadyRented)
    }
}
