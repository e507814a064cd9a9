// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import Testing

@Suite struct `Comparison rules for WebSockets` {
    private static let place = "GET /club/talk"

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: String
        let new: String
        /// The differences from `old` to `new`.
        let expected: [String]
        /// The differences from `new` to `old`.
        let back: [String]
    }

    private static func talk(_ operation: String) throws -> Value {
        try Documents.document(paths: #"{"/talk":{"get":\#(operation)}}"#)
    }

    private static func socket(_ rest: String) -> String { #"{"x-websocket":{\#(rest)}}"# }

    @Test(arguments: [
        Case(
            testDescription: "a member that clients have to say",
            old: socket(#""client":{"properties":{"a":{}}},"server":{}"#),
            new: socket(#""client":{"properties":{"a":{},"b":{}},"required":["b"]},"server":{}"#),
            expected: [
                "breaking: \(place) client message/b: the member is new and required "
                    + "(input members)"
            ],
            back: [
                "warning: \(place) client message/b: the member is no longer taken (input members)"
            ]
        ),
        Case(
            testDescription: "a narrower type of what clients say",
            old: socket(#""client":{"type":["string","integer"]},"server":{}"#),
            new: socket(#""client":{"type":"string"},"server":{}"#),
            expected: [
                "breaking: \(place) client message: string is taken, not integer or string "
                    + "(input type narrowed)"
            ],
            back: []
        ),
        Case(
            testDescription: "a member that the server no longer says",
            old: socket(#""client":{},"server":{"properties":{"a":{},"b":{}}}"#),
            new: socket(#""client":{},"server":{"properties":{"a":{}}}"#),
            expected: [
                "breaking: \(place) server message/b: the member is no longer answered "
                    + "(output members)"
            ],
            back: ["note: \(place) server message/b: the member is new (output members)"]
        ),
        Case(
            testDescription: "a choice of what the server says",
            old: socket(#""client":{},"server":{"enum":["a"]}"#),
            new: socket(#""client":{},"server":{"enum":["a","b"]}"#),
            expected: [
                #"breaking: \#(place) server message: "b" is answered as well "#
                    + "(output choices widened)"
            ],
            back: []
        ),
        Case(
            testDescription: "a WebSocket",
            old: "{}",
            new: socket(""),
            expected: ["breaking: \(place): a WebSocket is opened now (WebSocket changed)"],
            back: ["breaking: \(place): a WebSocket is no longer opened (WebSocket changed)"]
        ),
        Case(
            testDescription: "a protocol",
            old: socket(#""protocols":["talk.v1"]"#),
            new: socket(#""protocols":["talk.v2","talk.v1"]"#),
            expected: ["note: \(place): “talk.v2” is spoken as well (WebSocket protocols)"],
            back: ["breaking: \(place): “talk.v2” is no longer spoken (WebSocket protocols)"]
        ),
    ])
    func `messages of the client and the server are compared`(_ example: Case) throws {
        let old = try Self.talk(example.old)
        let new = try Self.talk(example.new)
        #expect(try Documents.changes(old, new) == example.expected)
        #expect(try Documents.changes(new, old) == example.back)
    }

    @Test(arguments: ["7", "null", "[]", #""client""#])
    func `invalid descriptions of a WebSocket are ignored`(_ text: String) throws {
        let document = try Self.talk(#"{"x-websocket":\#(text)}"#)
        #expect(try Documents.changes(document, Self.talk("{}")).isEmpty)
        let strange = try Self.talk(Self.socket(#""client":\#(text),"protocols":\#(text)"#))
        #expect(try Documents.changes(strange, strange).isEmpty)
    }

    // MARK: - Declarations

    private enum Before {
        struct Remark: Codable, Sendable { var text: String }

        struct Score: Codable, Sendable {
            var points: Int
            var player: String
        }

        struct Talk: WebSocketEndpoint {
            static let route: Route = "GET /talk"
            typealias Incoming = Remark
            typealias Outgoing = Score
        }
    }

    private enum After {
        struct Remark: Codable, Sendable {
            var text: String
            var room: Int
        }

        struct Score: Codable, Sendable { var points: Int }

        struct Talk: WebSocketEndpoint {
            static let route: Route = "GET /talk"
            typealias Incoming = Remark
            typealias Outgoing = Score
        }
    }

    private static func document(_ endpoint: any Endpoint.Type) throws -> Value {
        try OpenAPI(API(name: "club", title: "T", version: "1", endpoints: [endpoint])).value
    }

    @Test func `changed message types of a declaration break callers`() throws {
        let old = try Self.document(Before.Talk.self)
        #expect(
            try Documents.changes(old, Self.document(After.Talk.self)) == [
                "breaking: \(Self.place) client message/room: the member is new and required "
                    + "(input members)",
                "breaking: \(Self.place) server message/player: the member is no longer answered "
                    + "(output members)",
            ]
        )
        #expect(try Documents.changes(old, old).isEmpty)
    }
}
