// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport

/// The rate of a transfer over the last few seconds.
///
/// Samples are a quarter of a second apart, so the window holds only a few.
struct RateWindow: Sendable {
    private static let span: Duration = .seconds(5)
    private static let step: Duration = .milliseconds(250)

    private var samples: [(time: Duration, done: Int)] = []

    /// Records the progress of a transfer.
    ///
    /// - Parameters:
    ///   - done: The bytes transferred so far.
    ///   - now: The current time, which never decreases.
    /// - Returns: The bytes per second; `nil` if there is too little data for an estimate.
    mutating func rate(at done: Int, now: Duration) -> Double? {
        if let last = samples.last, now - last.time < Self.step, samples.count > 1 {
            samples[samples.count - 1].done = done
        } else {
            samples.append((now, done))
        }
        while samples.count > 2, now - samples[1].time >= Self.span { samples.removeFirst() }
        guard let first = samples.first, now - first.time >= Self.step else { return nil }
        return Double(done - first.done) / (now - first.time).inSeconds
    }
}
