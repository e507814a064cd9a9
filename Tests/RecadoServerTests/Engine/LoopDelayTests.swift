// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoHTTP
import Testing

@testable import RecadoServer

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `The delay of an event loop` {
    private func delay(_ turns: [(turn: Int64, idle: Int64)], after now: Int64 = 0) -> LoopDelay {
        let delays = LoopDelays()
        for turn in turns { delays.add(turn: turn.turn, idle: turn.idle, now: 1_000) }
        return LoopDelay([delays], now: now)
    }

    @Test func `is zero for a loop without work`() {
        #expect(delay([]) == delay([(0, 1_000_000)]))
        #expect(delay([]).longest == .zero)
    }

    @Test func `has percentiles weighted by time, not by the number of turns`() {
        // A thousand short turns and one of 50 ms, which takes a thirtieth of the total time.
        let short = Array(repeating: (turn: Int64(500), idle: Int64(1_000)), count: 1_000)
        let delay = delay(short + [(50_000, 0)])
        #expect(delay.longest == .milliseconds(50))
        #expect(delay.percentile99 == .milliseconds(50))
    }

    @Test func `has a 99th percentile that leaves out one percent of the time`() {
        let short = Array(repeating: (turn: Int64(500), idle: Int64(1_000)), count: 10_000)
        let delay = delay(short + [(50_000, 0)])
        #expect(delay.longest == .milliseconds(50))
        #expect(delay.percentile99 >= .microseconds(500))
        #expect(delay.percentile99 <= .microseconds(640))
    }

    @Test(arguments: [1, 15, 16, 17, 100, 1_000, 12_345, 1_000_000, 3_000_000_000] as [Int64])
    func `is reported at most 25 percent above the true value`(turn: Int64) {
        let microseconds = delay([(turn, 0)]).percentile99 / .microseconds(1)
        #expect(microseconds == Double(turn))
        let places = delay([(turn, 0), (turn * 10, 0)]).percentile99 / .microseconds(1)
        #expect(places >= Double(turn * 10) && places <= Double(turn * 10) * 1.25)
    }

    @Test func `covers only the last minute`() {
        #expect(delay([(900, 0)], after: 20_000_000).longest == .microseconds(900))
        #expect(delay([(900, 0)], after: 70_000_000).longest == .zero)
        let delays = LoopDelays()
        delays.add(turn: 900, idle: 0, now: 0)
        delays.add(turn: 100, idle: 0, now: 31_000_000)
        #expect(LoopDelay([delays], now: 31_000_000).longest == .microseconds(900))
        delays.add(turn: 200, idle: 0, now: 62_000_000)
        #expect(LoopDelay([delays], now: 62_000_000).longest == .microseconds(200))
    }

    @Test func `rises when a handler blocks its loop`() async throws {
        let handler = FunctionHandler { request in
            if request.target == "/long" { Self.block() }
            return Response(status: .ok)
        }
        let server = Server(.testing(), handler: handler)
        let client = try TestClient(port: try await server.start()[0].port ?? 0)
        for target in ["/", "/long", "/", "/"] {
            try client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
            _ = try client.answer()
        }
        #expect(server.loopDelay.longest >= .milliseconds(60))
        await server.shutdown(grace: .zero)
        #expect(server.loopDelay.longest == .zero)
    }

    private static func block() {
        let never = DispatchSemaphore(value: 0)
        _ = never.wait(timeout: .now() + .milliseconds(60))
    }
}
