// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// The counts of one application's requests by route, method and status class.
///
/// All counters exist from the start, so that counting neither locks nor allocates.
final class RouteSeries: RequestObserver {
    /// The counters of one route, method and status class.
    final class Cell: Sendable {
        let buckets = InlineArray<14, Atomic<UInt64>> { _ in Atomic(0) }
        let microseconds = Atomic<UInt64>(0)
        let received = Atomic<UInt64>(0)
        let sent = Atomic<UInt64>(0)
    }

    /// The upper bounds of the buckets in seconds; the last bucket has none.
    static let bounds = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    private static let boundsInMicroseconds: [UInt64] = bounds.map { UInt64($0 * 1_000_000) }

    static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"]
    private static let classes = 5

    /// Returns the name of a method that HTTP defines; `nil` for others, which clients can invent.
    static func knownName(of method: Method?) -> String? {
        method.flatMap { methods.dropLast().contains($0.name) ? $0.name : nil }
    }

    /// The statuses with which a server itself refuses requests; other statuses are counted as the
    /// first one.
    static let refusalStatuses = [400, 408, 413, 414, 417, 431, 501, 503, 505]

    private let malformedForwarding = Atomic<UInt64>(0)
    private let refusals = InlineArray<9, Atomic<UInt64>> { _ in Atomic(0) }
    private let inProgress = Atomic<Int>(0)
    private let routes: [String]
    private let places: [String: Int]
    private let cells: [Cell]

    init(templates: [String]) {
        routes = Set(templates).sorted() + ["unknown"]
        places = Dictionary(uniqueKeysWithValues: zip(routes, 0...))
        cells = (0..<routes.count * Self.methods.count * Self.classes).map { _ in Cell() }
    }

    // MARK: - Counting

    func began(_ request: Request) { inProgress.add(1, ordering: .relaxed) }

    func abandoned(_ request: Request) { inProgress.subtract(1, ordering: .relaxed) }

    func ended(_ seen: Observation) {
        inProgress.subtract(1, ordering: .relaxed)
        count(seen)
    }

    func count(_ seen: Observation) {
        if seen.hasMalformedForwarding { malformedForwarding.add(1, ordering: .relaxed) }
        let cell = cells[place(of: seen)]
        let (seconds, attoseconds) = seen.duration.components
        let duration =
            UInt64(max(0, seconds)) * 1_000_000
            + UInt64(max(0, attoseconds) / 1_000_000_000_000)
        var bucket = 0
        while bucket < Self.boundsInMicroseconds.count,
            duration > Self.boundsInMicroseconds[bucket]
        { bucket += 1 }
        cell.buckets[bucket].add(1, ordering: .relaxed)
        cell.microseconds.add(duration, ordering: .relaxed)
        if let length = seen.requestLength, length > 0 {
            cell.received.add(UInt64(length), ordering: .relaxed)
        }
        if let length = seen.length, length > 0, seen.method != .head {
            cell.sent.add(UInt64(length), ordering: .relaxed)
        }
    }

    func refused(_ refused: Observation) {
        let place = Self.refusalStatuses.firstIndex(of: refused.status.code)
        refusals[place ?? 0].add(1, ordering: .relaxed)
    }

    private func place(of seen: Observation) -> Int {
        let route = seen.template.flatMap { places[$0] } ?? routes.count - 1
        let method =
            seen.method.flatMap { Self.methods.firstIndex(of: $0.name) } ?? Self.methods.count - 1
        let status = min(max(seen.status.code / 100, 1), Self.classes) - 1
        return (route * Self.methods.count + method) * Self.classes + status
    }

    // MARK: - Writing

    static let names: Set<String> = [
        requests, duration, received, sent, progress, malformed, refused,
    ]
    private static let requests = "recado_http_requests_total"
    private static let duration = "recado_http_request_duration_seconds"
    private static let received = "recado_http_request_content_bytes_total"
    private static let sent = "recado_http_response_content_bytes_total"
    private static let progress = "recado_http_requests_in_progress"
    private static let malformed = "recado_http_malformed_forwarding_total"
    private static let refused = "recado_http_refused_total"

    private typealias Sample = (labels: [(String, String)], cell: Cell, count: UInt64)

    /// The cells that have counted at least one request.
    private var samples: [Sample] {
        cells.indices.compactMap { place in
            let cell = cells[place]
            var count: UInt64 = 0
            for bucket in 0..<14 { count += cell.buckets[bucket].load(ordering: .relaxed) }
            guard count > 0 else { return nil }
            let (rest, status) = place.quotientAndRemainder(dividingBy: Self.classes)
            let (route, method) = rest.quotientAndRemainder(dividingBy: Self.methods.count)
            let labels = [
                ("method", Self.methods[method]), ("route", routes[route]),
                ("status", "\(status + 1)xx"),
            ]
            return (labels, cell, count)
        }
    }

    static func write(_ series: [RouteSeries], to page: inout Exposition) {
        let samples = series.flatMap(\.samples)
        page.begin(requests, .counter, help: "Requests that were answered.")
        for sample in samples { page.add(requests, sample.labels, count: sample.count) }
        page.begin(duration, .histogram, help: "Time from a request's head to its answer's.")
        for sample in samples { write(sample, to: &page) }
        page.begin(received, .counter, help: "Content of requests whose length was announced.")
        for sample in samples {
            page.add(received, sample.labels, count: sample.cell.received.load(ordering: .relaxed))
        }
        page.begin(sent, .counter, help: "Content of responses whose length was known.")
        for sample in samples {
            page.add(sent, sample.labels, count: sample.cell.sent.load(ordering: .relaxed))
        }
        page.begin(progress, .gauge, help: "Requests that wait for their answer.")
        let waiting = series.reduce(0) { $0 + $1.inProgress.load(ordering: .relaxed) }
        page.add(progress, value: Double(waiting))
        page.begin(malformed, .counter, help: "Requests whose proxy told of its client amiss.")
        let count = series.reduce(0) { $0 + $1.malformedForwarding.load(ordering: .relaxed) }
        page.add(malformed, count: count)
        page.begin(refused, .counter, help: "Requests that the server has answered itself.")
        for (place, status) in refusalStatuses.enumerated() {
            let count = series.reduce(0) { $0 + $1.refusals[place].load(ordering: .relaxed) }
            page.add(refused, [("status", "\(status)")], count: count)
        }
    }

    /// Writes a histogram, in which each bucket counts all values up to its bound.
    private static func write(_ sample: Sample, to page: inout Exposition) {
        var count: UInt64 = 0
        for bucket in 0..<14 {
            count += sample.cell.buckets[bucket].load(ordering: .relaxed)
            let bound = bucket < bounds.count ? Exposition.number(bounds[bucket]) : "+Inf"
            page.add(duration + "_bucket", sample.labels + [("le", bound)], count: count)
        }
        let seconds = Double(sample.cell.microseconds.load(ordering: .relaxed)) / 1_000_000
        page.add(duration + "_sum", sample.labels, value: seconds)
        page.add(duration + "_count", sample.labels, count: count)
    }
}
