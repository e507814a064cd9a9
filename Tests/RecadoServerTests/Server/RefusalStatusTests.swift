// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire
import Testing

@testable import RecadoServer

@Suite struct `Malformed requests` {
    static let statuses: [(MessageError.Kind, Status)] = [
        (.malformed, .badRequest),
        (.startLineTooLong, .uriTooLong),
        (.fieldsTooLong, .requestHeaderFieldsTooLarge),
        (.contentTooLong, .contentTooLarge),
        (.notImplemented, .notImplemented),
        (.unknownVersion, .httpVersionNotSupported),
        (.unknownExpectation, .expectationFailed),
    ]

    @Test(arguments: statuses)
    func `are refused with a status that depends on the kind of error`(
        kind: MessageError.Kind,
        status: Status
    ) {
        #expect(RequestError(MessageError(kind, "why")) == RequestError(status, "why"))
    }

    @Test func `are answered with a problem document`() throws {
        let refusal = RequestError(.uriTooLong, "the request line is too long")
        let response = RefusedRequest(refusal, from: nil).response
        #expect(response.status == .uriTooLong)
        #expect(response.fields[.contentType] == "application/problem+json")
        let bytes = try #require(response.content.bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"type":"about:blank","title":"URI Too Long","status":414,"#
                + #""detail":"the request line is too long"}"#
        )
    }
}
