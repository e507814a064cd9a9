// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import Testing

@Suite
struct `The parser of server-sent events` {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var events: [ServerSentEvent]
        var testDescription: String { name }
    }

    private static let cases = [
        Case(name: "data", text: "data: a\n\n", events: [ServerSentEvent(data: "a")]),
        Case(
            name: "several lines of data",
            text: "data: YHOO\ndata: +2\ndata: 10\n\n",
            events: [ServerSentEvent(data: "YHOO\n+2\n10")]
        ),
        Case(
            name: "the example of the specification",
            text:
                ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third\n\n",
            events: [
                ServerSentEvent(data: "first event", id: "1"),
                ServerSentEvent(data: "second event"),
                ServerSentEvent(data: " third"),
            ]
        ),
        Case(
            name: "data without a value",
            text: "data\n\ndata\ndata\n\ndata:",
            events: [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]
        ),
        Case(
            name: "a blank behind the colon or none",
            text: "data:test\n\ndata: test\n\n",
            events: [ServerSentEvent(data: "test"), ServerSentEvent(data: "test")]
        ),
        Case(name: "a byte order mark", text: "\u{FEFF}data: a\n\n", events: [.init(data: "a")]),
        Case(
            name: "a second byte order mark is part of the field's name",
            text: "\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n",
            events: [.init(data: "b")]
        ),
        Case(
            name: "names",
            text: "event: add\ndata: 1\n\nevent: none\n\ndata: 2\n\n",
            events: [ServerSentEvent(name: "add", data: "1"), ServerSentEvent(data: "2")]
        ),
        Case(
            name: "an identifier lasts until the next",
            text: "id: 7\ndata: a\n\ndata: b\n\nid: x\0y\ndata: c\n\n",
            events: [
                ServerSentEvent(data: "a", id: "7"), ServerSentEvent(data: "b", id: "7"),
                ServerSentEvent(data: "c", id: "7"),
            ]
        ),
        Case(
            name: "unknown fields and those in capitals",
            text: "Data: no\nfoo: bar\nfoo\n:\ndata: a\n\n",
            events: [.init(data: "a")]
        ),
        Case(
            name: "an event without its end",
            text: "data: a\n\ndata: b\n",
            events: [.init(data: "a")]
        ),
        Case(
            name: "letters outside ASCII",
            text: "data: Camión 🚚\n\n",
            events: [.init(data: "Camión 🚚")]
        ),
        Case(name: "nothing", text: "\n\n\n", events: []),
    ]

    private func events(in pieces: [[UInt8]]) throws -> [ServerSentEvent] {
        var parser = ServerSentEvent.Parser()
        var events: [ServerSentEvent] = []
        for piece in pieces {
            parser.feed(piece)
            while let event = try parser.next() { events.append(event) }
        }
        return events
    }

    @Test(arguments: cases, ["\n", "\r", "\r\n"])
    func `events are parsed with every line ending and every split of the bytes`(
        example: Case,
        lineEnd: String
    ) throws {
        let text = example.text.replacing("\n", with: lineEnd)
        for pieces in cuts(of: Array(text.utf8)) {
            #expect(try events(in: pieces) == example.events)
        }
    }

    @Test
    func `an event that ends with CR is delivered before the next byte`() throws {
        #expect(try events(in: [Array("data: a\r\r".utf8)]) == [.init(data: "a")])
        let pieces = ["data: a\r", "\n\r", "\ndata: b\r\n", "\r\n"].map { Array($0.utf8) }
        #expect(try events(in: pieces) == [.init(data: "a"), .init(data: "b")])
    }

    @Test(arguments: [
        ("retry: 2500\n", Duration.milliseconds(2500)), ("retry: 0\n", .zero),
        ("retry: 99999999999999999999\n", .seconds(86_400)), ("retry: 1s\n", nil),
        ("retry: -1\n", nil), ("retry:\n", nil), ("retry: ١\n", nil),
    ])
    func `a retry field is ignored unless it contains only digits`(
        text: String,
        delay: Duration?
    ) throws {
        var parser = ServerSentEvent.Parser()
        parser.feed(Array(text.utf8))
        #expect(try parser.next() == nil)
        #expect(parser.retryDelay == delay)
    }

    @Test
    func `an event ID applies only after the end of its event`() throws {
        var parser = ServerSentEvent.Parser(lastEventID: "3")
        #expect(parser.lastEventID == "3")
        parser.feed(Array("id: 4\n".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.lastEventID == "3")
        parser.feed(Array("\n".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.lastEventID == "4")
    }

    @Test
    func `lines and events above the size limit are an error`() throws {
        var limits = ServerSentEvent.Parser.Limits()
        limits.lineBytes = 16
        limits.eventBytes = 20
        var parser = ServerSentEvent.Parser(limits: limits)
        parser.feed(Array("data: 0123456789\n\ndata: 0123456789\ndata: 012345678\n".utf8))
        #expect(try parser.next()?.data == "0123456789")
        #expect(throws: StreamLimitError(.event, limit: 20)) { try parser.next() }
        parser = ServerSentEvent.Parser(limits: limits)
        parser.feed(Array("data: 01234567890".utf8))
        #expect(throws: StreamLimitError(.line, limit: 16)) { try parser.next() }
    }

    @Test
    func `invalid UTF-8 is replaced by U+FFFD`() throws {
        #expect(
            try events(in: [Array("data: ".utf8) + [0xFF, 0x0A, 0x0A]]) == [.init(data: "\u{FFFD}")]
        )
    }
}
