// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if SwiftMetrics
public import CoreMetrics
public import RecadoHTTP
import Synchronization

/// Reports each request to swift-metrics, by route, method and status.
///
/// ```swift
/// options.observers.append(RequestMetrics())
/// ```
///
/// The names are those of OpenTelemetry's conventions for HTTP: `http.server.request.duration`,
/// `http.server.active_requests`, `http.server.request.body.size` and
/// `http.server.response.body.size`. Routes are templates and unknown methods are `_OTHER`, so that
/// a client cannot create new series.
public final class RequestMetrics: RequestObserver {
    /// The values that identify one series.
    private struct Series: Hashable {
        let route: String?
        let method: String
        let status: Int
    }

    private struct Recorders {
        let duration: CoreMetrics.Timer
        let received: Recorder
        let sent: Recorder
    }

    private let factory: any MetricsFactory
    private let active: Meter
    private let recorders = Mutex<[Series: Recorders]>([:])

    /// Creates the observer.
    ///
    /// - Parameter factory: The metrics factory; by default the process's.
    public init(factory: any MetricsFactory = MetricsSystem.factory) {
        self.factory = factory
        active = Meter(label: "http.server.active_requests", factory: factory)
    }

    /// Counts a request that is in progress.
    public func began(_ request: Request) { active.increment() }

    /// Stops counting a request as in progress.
    public func abandoned(_ request: Request) { active.decrement() }

    /// Records a request and its answer.
    public func ended(_ seen: Observation) {
        active.decrement()
        record(seen)
    }

    /// Records a request that the server itself has refused.
    public func refused(_ seen: Observation) { record(seen) }

    private func record(_ seen: Observation) {
        let recorders = recorders(of: seen)
        let (seconds, attoseconds) = seen.duration.components
        let nanoseconds = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let total = nanoseconds.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000)
        let isTooLong = nanoseconds.overflow || total.overflow
        recorders.duration.recordNanoseconds(isTooLong ? .max : total.partialValue)
        if let length = seen.requestLength { recorders.received.record(length) }
        if let length = seen.length { recorders.sent.record(length) }
    }

    private func recorders(of seen: Observation) -> Recorders {
        let series = Series(
            route: seen.template,
            method: seen.conventionalMethod,
            status: seen.status.code
        )
        return recorders.withLock { all in
            if let found = all[series] { return found }
            let made = makeRecorders(series)
            all[series] = made
            return made
        }
    }

    private func makeRecorders(_ series: Series) -> Recorders {
        var dimensions = [("http.request.method", series.method)]
        if let route = series.route { dimensions.append(("http.route", route)) }
        dimensions.append(("http.response.status_code", "\(series.status)"))
        func recorder(_ label: String) -> Recorder {
            Recorder(label: label, dimensions: dimensions, aggregate: true, factory: factory)
        }
        return Recorders(
            duration: CoreMetrics.Timer(
                label: "http.server.request.duration",
                dimensions: dimensions,
                factory: factory
            ),
            received: recorder("http.server.request.body.size"),
            sent: recorder("http.server.response.body.size")
        )
    }
}
#endif
