// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Traces through a server` {
    private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    private struct Look: Endpoint {
        static let route: Route = "GET /look"
        typealias Output = String
    }

    private static func application(_ seen: Seen) throws -> Application {
        let api = API(name: "t", title: "T", version: "1", endpoints: [Look.self])
        var service = Service(api)
        service.serve { (_: Look) in TraceContext.current?.traceparent ?? "none" }
        var options = Application.Options()
        options.observers.append(seen)
        return try Application([service], options: options)
    }

    @Test func `handlers and observers see the request's trace context`() async throws {
        let seen = Seen()
        var request = Request(method: .get, target: "/t/look?x=1")
        request.fields["traceparent"] = Self.parent
        let answer = try await Answer(Self.application(seen).respond(to: request))
        #expect(answer.text.contains(Self.parent))
        #expect(seen.exchanges.first?.trace?.traceparent == Self.parent)
        #expect(seen.exchanges.first?.path == "/t/look")
        #expect(TraceContext.current == nil)
    }

    @Test(arguments: ["", "00-xyz", "00-00000000000000000000000000000000-00f067aa0ba902b7-01"])
    func `there is no trace context without a valid traceparent`(_ parent: String) async throws {
        let seen = Seen()
        var request = Request(method: .get, target: "/t/look")
        if !parent.isEmpty { request.fields["traceparent"] = parent }
        let answer = try await Answer(Self.application(seen).respond(to: request))
        #expect(answer.text.contains("none"))
        #expect(seen.exchanges.count == 1 && seen.exchanges.first?.trace == nil)
    }
}
