// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// The durations of requests, grouped by the attributes of OpenTelemetry's conventions.
final class Measurements: Sendable {
    /// The attributes by which requests are grouped.
    struct Key: Hashable, Sendable {
        var method: String
        var route: String?
        var status: Int
        var isSecure: Bool
    }

    /// A sampled request that serves as an example for its histogram bucket.
    struct Exemplar: Sendable {
        var seconds: Double
        var time: Duration
        var trace: TraceContext
    }

    /// The durations of the requests that share a key.
    struct Histogram: Sendable {
        var counts = [UInt64](repeating: 0, count: Measurements.bounds.count + 1)
        var seconds = 0.0
        var exemplars: [Int: Exemplar] = [:]
    }

    /// The upper bounds of the buckets in seconds, as the conventions of OpenTelemetry advise.
    static let bounds = [
        0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
    ]
    /// The greatest number of keys, as in OpenTelemetry; all further keys are counted under
    /// `overflow`.
    static let maximumKeys = 2000
    static let overflow = Key(method: "_OTHER", route: nil, status: 0, isSecure: false)

    private let state = Mutex<[Key: Histogram]>([:])

    var points: [Key: Histogram] { state.withLock { $0 } }

    func add(_ key: Key, seconds: Double, _ trace: TraceContext?, at time: Duration) {
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            let isKnown = state[key] != nil || state.count < Self.maximumKeys
            let key = isKnown ? key : Self.overflow
            state[key, default: Histogram()].add(seconds, bucket, trace, time)
        }
    }
}

extension Measurements.Histogram {
    mutating func add(_ seconds: Double, _ bucket: Int, _ trace: TraceContext?, _ time: Duration) {
        counts[bucket] &+= 1
        self.seconds += seconds
        guard let trace, trace.isSampled else { return }
        exemplars[bucket] = Measurements.Exemplar(seconds: seconds, time: time, trace: trace)
    }
}
