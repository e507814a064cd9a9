// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import MetricsTestKit
import RecadoClient
import RecadoEndpoints
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Metrics of swift-metrics` {
    @Test func `count by route, method and status`() async throws {
        let metrics = TestMetrics()
        let running = try await CounterServer {
            $0.observers.append(RequestMetrics(factory: metrics))
        }
        for name in ["visits", "none", "also none"] {
            _ = try? await running.client.send(ReadCounter(name: name))
        }
        await running.end()
        func times(_ status: String) throws -> Int {
            try metrics.expectTimer(
                "http.server.request.duration",
                [
                    ("http.request.method", "GET"),
                    ("http.route", "/counters/counters/{name}"),
                    ("http.response.status_code", status),
                ]
            ).values.count
        }
        #expect(try times("200") == 1)
        #expect(try times("404") == 2)
        #expect(try metrics.expectMeter("http.server.active_requests").values.last == 0)
    }

    @Test func `have no series for what a client invents`() async throws {
        let metrics = TestMetrics()
        let running = try await CounterServer {
            $0.observers.append(RequestMetrics(factory: metrics))
        }
        for number in 1...20 { _ = try? await running.client.get("nothing/here/\(number)") }
        await running.end()
        let timers = metrics.timers.filter { $0.label == "http.server.request.duration" }
        #expect(timers.count == 1)
        #expect(timers.first?.values.count == 20)
    }
}
