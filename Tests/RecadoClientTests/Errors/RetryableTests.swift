// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Retryable errors` {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var stub: StubTransport
        var isRetryable: Bool
        var delay: Duration?
        var testDescription: String { name }

        init(
            _ status: Status,
            _ fields: Fields = [:],
            passes isRetryable: Bool,
            after delay: Int? = nil
        ) {
            name = "\(status) \(fields.map { "\($0.name): \($0.value)" })"
            stub = StubTransport(status, fields, "no")
            self.isRetryable = isRetryable
            self.delay = delay.map { .seconds($0) }
        }

        init(_ kind: TransportError.Kind, passes isRetryable: Bool) {
            name = "\(kind)"
            stub = StubTransport { _ throws(TransportError) in throw TransportError(kind) }
            self.isRetryable = isRetryable
        }
    }

    static let later = "Sun, 06 Nov 1994 08:49:47 GMT"
    static let now = "Sun, 06 Nov 1994 08:49:37 GMT"

    static let statuses: [Case] = [
        Case(.requestTimeout, passes: true),
        Case(.tooManyRequests, passes: true),
        Case(.tooManyRequests, [.retryAfter: "30"], passes: true, after: 30),
        Case(.badGateway, passes: true),
        Case(.serviceUnavailable, [.retryAfter: later, .date: now], passes: true, after: 10),
        Case(.gatewayTimeout, passes: true),
        Case(.internalServerError, passes: false),
        Case(.internalServerError, [.retryAfter: "5"], passes: true, after: 5),
        Case(.contentTooLarge, passes: false),
        Case(.contentTooLarge, [.retryAfter: "120"], passes: true, after: 120),
        Case(.notFound, [.retryAfter: "soon"], passes: false),
        Case(
            .notFound,
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9"],
            passes: false,
            after: 9
        ),
        Case(.forbidden, passes: false),
        Case(
            .forbidden,
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9"],
            passes: true,
            after: 9
        ),
        Case(.forbidden, ["X-RateLimit-Remaining": "3", "X-RateLimit-Reset": "9"], passes: false),
        Case(.unprocessableContent, passes: false),
        Case(.unauthorized, passes: false),
        Case(.ok, [.retryAfter: "5"], passes: false),
        Case(.found, [.retryAfter: "5", .location: "/"], passes: false),
    ]

    static let transports: [Case] = [
        Case(.cannotResolve, passes: true),
        Case(.cannotConnect, passes: true),
        Case(.connectionLost, passes: true),
        Case(.timedOut(.connecting), passes: true),
        Case(.timedOut(.receiving), passes: true),
        Case(.tls, passes: false),
        Case(.cancelled, passes: false),
        Case(.released, passes: false),
        Case(.protocolViolation, passes: false),
        Case(.invalidRequest, passes: false),
        Case(.contentFailed, passes: false),
        Case(.undecodable, passes: false),
        Case(.notReplayable, passes: false),
        Case(.unauthenticated, passes: false),
        Case(.tooLarge, passes: false),
        Case(.redirectRefused, passes: false),
        Case(.cleartext, passes: false),
    ]

    @Test(arguments: statuses + transports)
    func `status, header fields and error kind decide whether an error is retryable`(
        example: Case
    ) async throws {
        let client = try Client(example.stub)
        let error = await callError { () throws(CallError<Never>) in
            let _: Film = try await client.get("films/7")
        }
        let found = try #require(error)
        #expect(found.isRetryable == example.isRetryable, "\(found)")
        #expect(found.retryDelay == example.delay)
        let any: any AnyCallError = found
        #expect(any.isRetryable == example.isRetryable)
    }

    @Test
    func `declared failures and errors thrown by mocks are classified, too`() {
        #expect(!CallError<RentFilm.Failure>.failed(.alreadyRented).isRetryable)
        #expect(CallError<Never>.refused(.serviceUnavailable).isRetryable)
        #expect(CallError<Never>.timedOut.isRetryable)
        #expect(!CallError<Never>.cancelled.isRetryable)
        #expect(!CallError<Never>.unreadable.isRetryable)
        #expect(!CallError<Never>.invalid.isRetryable)
    }
}
