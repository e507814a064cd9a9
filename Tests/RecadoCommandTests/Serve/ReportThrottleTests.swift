// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTesting
import Synchronization
import Testing

@testable import RecadoCommand

@Suite(.timeLimit(.minutes(3))) struct `Throttled reports of repeated failures` {
    /// Collects the lines that are written, and lets a test wait for them.
    private final class Lines: Sendable {
        private let written = Mutex<[String]>([])
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        var all: [String] { written.withLock { $0 } }
        func write(_ line: String) {
            written.withLock { $0.append(line) }
            continuation.yield(line)
        }
    }

    private let lines = Lines()
    private let clock = VirtualClock()
    private let throttle: ReportThrottle<String>

    init() {
        throttle = ReportThrottle(clock: clock) { [lines] in lines.write($0) }
    }

    @Test func `repeated failures are reported once, then counted per second`() async {
        var written = lines.stream.makeAsyncIterator()
        for number in 0..<100_000 { throttle.report("full: row \(number)", of: "full") }
        #expect(lines.all == ["full: row 0"])
        _ = await written.next()
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await written.next() == "full: 99999 more within a second")
        await clock.sleepers(1)
        for number in 0..<7 { throttle.report("full: row \(number)", of: "full") }
        clock.advance(by: .seconds(1))
        #expect(await written.next() == "full: 7 more within a second")
        #expect(lines.all.count == 3)
    }

    @Test func `each kind is reported separately, and again after a pause`() async {
        var written = lines.stream.makeAsyncIterator()
        throttle.report("full: a", of: "full")
        throttle.report("busy: b", of: "busy")
        throttle.report("busy: c", of: "busy")
        #expect(lines.all == ["full: a", "busy: b"])
        await clock.sleepers(2)
        clock.advance(by: .seconds(1))
        for _ in 0..<3 { _ = await written.next() }
        #expect(lines.all.last == "busy: 1 more within a second")
        while throttle.kindCount > 1 { await Task.yield() }
        throttle.report("full: d", of: "full")
        throttle.report("busy: e", of: "busy")
        #expect(lines.all.last == "full: d")
    }

    @Test func `finishing reports the remaining count and ends all reports`() {
        for _ in 0..<4 { throttle.report("full: a", of: "full") }
        throttle.finish()
        throttle.report("full: b", of: "full")
        #expect(lines.all == ["full: a", "full: 3 more within a second"])
    }
}
