// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Delivery of bytes over the network.
extension Kernel {
    /// Returns a random time for a message to travel from one host to another.
    func travelTime() -> Int64 { weather.nanoseconds(in: faults.delay.inNanoseconds) }

    /// The time after which lost bytes are first sent again, as on Linux (RFC 6298 §5.5).
    private static let retransmission: Int64 = 200_000_000
    /// The most attempts to deliver bytes, which take about a quarter of an hour; after the last
    /// attempt, the connection fails.
    private static let mostAttempts = 17

    func arrivalTime(_ count: Int, on stream: ByteStream) -> Int64 {
        var time = now + travelTime()
        if weather.happens(faults.loss) { time += Self.retransmission }
        // Bytes arrive in order, and their transfer takes time.
        let start = max(time, stream.segments.last?.time ?? 0)
        guard let rate = faults.bytesPerSecond else { return start }
        return start + Int64(count) * 1_000_000_000 / Int64(max(1, rate))
    }

    /// Plans the arrival of a stream's next segment, and then of the others.
    func pump(_ stream: ByteStream) {
        guard !stream.isPumping, let next = stream.segments.first else { return }
        stream.isPumping = true
        plan(after: max(0, next.time - now)) { [unowned self] in
            stream.isPumping = false
            deliver(stream)
        }
    }

    private func deliver(_ stream: ByteStream) {
        guard !stream.segments.isEmpty else { return }
        let (reader, writer) = (stream.reader, stream.writer)
        guard !cuts.contains(stream.path), hosts[stream.path.to].isUp else {
            return tryAgain(stream, writer)
        }
        stream.attempts = 0
        if !isUp(reader.host) || reader.isClosed { return refuse(stream, writer) }
        if case .failed = reader.state { return }
        while let next = stream.segments.first, next.time <= now { stream.arrive() }
        changed(reader.watchable)
        pump(stream)
    }

    private func tryAgain(_ stream: ByteStream, _ writer: SimulatedSocket) {
        stream.attempts += 1
        guard stream.attempts <= Self.mostAttempts else {
            stream.segments = []
            return fail(writer, ETIMEDOUT)
        }
        let delay = Self.retransmission << Int64(min(stream.attempts - 1, 9))
        stream.isPumping = true
        plan(after: delay) { [unowned self] in
            stream.isPumping = false
            deliver(stream)
        }
    }

    /// Discards a stream's bytes because its reader is gone, and resets the writer's connection.
    private func refuse(_ stream: ByteStream, _ writer: SimulatedSocket) {
        let isEndAlone = stream.segments.allSatisfy {
            if case .end = $0.segment { true } else { false }
        }
        stream.segments = []
        if isEndAlone, isUp(stream.reader.host) { return }
        plan(after: travelTime()) { [unowned self] in fail(writer, ECONNRESET) }
    }
}
