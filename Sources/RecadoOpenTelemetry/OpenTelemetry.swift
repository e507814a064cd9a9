// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoHTTP

#if canImport(RecadoServer)
public import RecadoServer
#endif

/// Sends spans and metrics to an OpenTelemetry collector (OTLP 1.5 over HTTP, as JSON).
///
/// ```swift
/// let collector = try Client(base: "http://localhost:4318")
/// let telemetry = OpenTelemetry(service: "films", client: collector)
/// // An application records its requests:
/// options.observers += telemetry.observers
/// // A client records its calls, as spans within those of the requests that make them:
/// middleware.tracing = true
/// ```
///
/// The spans are those of `Tracer`: requests, handlers, transactions, calls, and those that a
/// program adds itself. The metric is `http.server.request.duration` by method, route and status,
/// as in OpenTelemetry's conventions, with the last sampled request of each bucket as an exemplar.
///
/// Requests never wait for the collector. Ended spans wait for the next batch, up to a limit; spans
/// beyond the limit, and spans that the collector does not accept, are dropped and counted.
public final class OpenTelemetry: Sendable {
    /// The settings for sampling, queue size and sending intervals.
    public struct Options: Sendable {
        /// The fraction of the traces begun in this program that are kept, from 0 to 1; 1 (all) by
        /// default.
        public var sampling = 1.0
        /// True if a request continues the trace that its `traceparent` field names; true by
        /// default.
        public var joinsTraces = true
        /// The time between two batches of spans: 5 seconds, as in OpenTelemetry's own programs.
        public var spanInterval = Duration.seconds(5)
        /// The time between two reports of metrics: a minute.
        public var metricInterval = Duration.seconds(60)
        /// The greatest number of spans that wait for a batch; 2 048 by default.
        public var maximumSpans = 2048
        /// Further resource attributes by name, such as `deployment.environment.name`.
        public var resource: [String: String] = [:]
        /// Receives the error of each batch that could not be sent; does nothing by default.
        public var report: @Sendable (any Error) -> Void = { _ in }

        /// Creates the default options.
        public init() {}
    }

    /// The tracer; it records work outside a server if that work runs within
    /// `Tracer.$current.withValue(telemetry.tracer)`.
    public let tracer: Tracer
    private let exporter: Exporter
    private let task: Task<Void, Never>

    /// Begins to send to a collector.
    ///
    /// - Parameters:
    ///   - service: The name of the service, by which the collector identifies it.
    ///   - client: A client of the collector. Its base URL ends before `/v1/traces`:
    ///     `http://localhost:4318`. A collector on another machine needs `https`, or a middleware
    ///     layer that allows `http`.
    ///   - options: The settings for sampling, queue size and sending intervals.
    public init(service: String, client: Client, options: Options = Options()) {
        let exporter = Exporter(service: service, client: client, options)
        self.exporter = exporter
        tracer = Tracer(
            sampling: options.sampling,
            joinsTraces: options.joinsTraces,
            record: { exporter.spans.add($0) }
        )
        // The task is detached, so that the calls to the collector are not traced.
        task = Task.detached { await exporter.run() }
    }

    deinit { task.cancel() }

    #if canImport(RecadoServer)
    /// The observers of an application: the tracer, and an observer that measures requests.
    public var observers: [any RequestObserver] { [tracer, RequestMeter(exporter, of: self)] }
    #endif

    /// The number of spans that were dropped, because the queue was full or the collector refused
    /// them.
    public var droppedSpans: Int { exporter.spans.dropped }

    /// Sends all waiting data, and returns when the collector has accepted them or the attempt has
    /// failed.
    public func flush() async { await exporter.flush() }

    /// Sends all waiting data and stops; later data are dropped.
    public func shutdown() async {
        task.cancel()
        await task.value
        await exporter.flush()
    }
}
