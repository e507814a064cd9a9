// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoHTTP

#if canImport(RecadoServer)
public import RecadoServer
#endif

/// Sends spans and metrics to a collector of OpenTelemetry (OTLP 1.5 over HTTP, as JSON).
///
/// ```swift
/// let telemetry = OpenTelemetry(service: "films", client: try Client(base: "http://localhost:4318"))
/// options.observers += telemetry.observers     // of an application
/// middleware.tracing = true                        // of a client, whose calls are spans within those of requests
/// ```
///
/// Spans are those of `Tracer`: requests, handlers, transactions, calls, and what says so itself.
/// The metric is `http.server.request.duration` by method, route and status, as OpenTelemetry's
/// conventions have it, with the last sampled request of each bucket as an exemplar.
///
/// Requests never wait for the collector. What has ended waits for the next batch, within a limit;
/// what finds no room, and what the collector does not take, is dropped and counted.
public final class OpenTelemetry: Sendable {
    /// The settings for the amount of data that is sent, and for the times of sending.
    public struct Options: Sendable {
        /// The part of the traces begun here that is kept, from 0 to 1; by default all.
        public var sampling = 1.0
        /// Whether requests go on with the trace that their
        /// `traceparent` names; by default they do.
        public var joinsTraces = true
        /// The time between two batches of spans: 5 seconds, as
        /// OpenTelemetry's own programs have it.
        public var spanInterval = Duration.seconds(5)
        /// The time between two reports of metrics: a minute.
        public var metricInterval = Duration.seconds(60)
        /// The greatest number of spans that wait for a batch: 2 048.
        public var maximumSpans = 2048
        /// Further facts about the program, by their names: `deployment.environment.name`.
        public var resource: [String: String] = [:]
        /// Is told of each failure to send, once a batch; by default nothing is done.
        public var report: @Sendable (any Error) -> Void = { _ in }

        /// Creates the default options.
        public init() {}
    }

    /// Takes the spans of the program's work, also without a server:
    /// `Tracer.$current.withValue(telemetry.tracer)`.
    public let tracer: Tracer
    private let exporter: Exporter
    private let task: Task<Void, Never>

    /// Begins to send to a collector.
    ///
    /// - Parameters:
    ///   - service: The name of the service, by which the collector knows it.
    ///   - client: A client of the collector, whose address ends before
    ///     `/v1/traces`: `http://localhost:4318`. To another machine it takes
    ///     `https`, or a layer that allows `http`.
    ///   - options: The options for what is sent, and when.
    public init(service: String, client: Client, options: Options = Options()) {
        let exporter = Exporter(service: service, client: client, options)
        self.exporter = exporter
        tracer = Tracer(
            sampling: options.sampling,
            joinsTraces: options.joinsTraces,
            record: { exporter.spans.add($0) }
        )
        // Detached, for the calls to the collector are part of no trace.
        task = Task.detached { await exporter.run() }
    }

    deinit { task.cancel() }

    #if canImport(RecadoServer)
    /// The observers of an application: the tracer, and one that measures requests.
    public var observers: [any RequestObserver] { [tracer, RequestMeter(exporter, of: self)] }
    #endif

    /// The number of spans that were dropped.
    public var droppedSpans: Int { exporter.spans.dropped }

    /// Sends what waits, and returns when the collector has it or is given up.
    public func flush() async { await exporter.flush() }

    /// Sends what waits and ends; what comes later is dropped.
    public func shutdown() async {
        task.cancel()
        await task.value
        await exporter.flush()
    }
}
