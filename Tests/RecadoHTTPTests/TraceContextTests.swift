// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite
struct `Trace context` {
    static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    static let span = "00f067aa0ba902b7"

    @Test(arguments: [
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", false),
        // Unknown flags are ignored.
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff", true),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-fe", false),
        // Fields that later versions add are ignored too.
        ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-will-be", true),
    ])
    func `is parsed from the traceparent field`(text: String, isSampled: Bool) throws {
        let context = try #require(TraceContext(traceparent: text))
        #expect(context.traceID == Self.trace)
        #expect(context.spanID == Self.span)
        #expect(context.isSampled == isSampled)
        #expect(context.traceparent == "00-\(Self.trace)-\(Self.span)-\(isSampled ? "01" : "00")")
    }

    @Test(arguments: [
        "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",
        "0-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ])
    func `a malformed traceparent is refused`(text: String) {
        #expect(TraceContext(traceparent: text) == nil)
    }

    @Test
    func `tracestate is passed on unless it is invalid or too long`() throws {
        let parent = "00-\(Self.trace)-\(Self.span)-01"
        var fields: Fields = ["traceparent": parent]
        fields.append("a=1", to: "tracestate")
        fields.append("b=2", to: "tracestate")
        let context = try #require(TraceContext(fields))
        #expect(context.state == "a=1,b=2")
        #expect(context.child().state == "a=1,b=2")
        let long = String(repeating: "x", count: 513)
        #expect(TraceContext(traceparent: parent, state: long)?.state.isEmpty == true)
        #expect(TraceContext(traceparent: parent, state: "a=1\r\nX: y")?.state.isEmpty == true)
        fields.append(parent, to: "traceparent")
        #expect(TraceContext(fields) == nil)
        #expect(TraceContext([:] as Fields) == nil)
    }

    @Test
    func `IDs are random, and a child differs only in its span ID`() throws {
        let contexts = (0..<100).map { _ in TraceContext() }
        #expect(Set(contexts.map(\.traceID)).count == 100)
        #expect(Set(contexts.map(\.spanID)).count == 100)
        for context in contexts {
            #expect(TraceContext(traceparent: context.traceparent) == context)
            let child = context.child()
            #expect(child.traceID == context.traceID && child.spanID != context.spanID)
            #expect(child.isSampled)
        }
        #expect(TraceContext(isSampled: false).traceparent.hasSuffix("-00"))
    }
}
