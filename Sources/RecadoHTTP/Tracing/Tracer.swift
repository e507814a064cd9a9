// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Records the spans of a sample of traces.
///
/// ```swift
/// let tracer = Tracer(sampling: 0.1) { span in exporter.add(span) }
/// options.observers.append(tracer)             // of an application
///
/// try await Tracer.withSpan("geocode") { span in
///     span["places"] = "\(places.count)"
///     return try await client.get("places")    // a span inside, continued by that service
/// }
/// ```
///
/// In an application with a tracer, each request is a span that contains its handler. The handler's
/// span contains the transactions of a `ReportingStore`, the calls of a client with tracing
/// middleware, and all work in `withSpan`. A request that is part of a trace already
/// (`traceparent`) continues that trace, and is recorded if the trace is kept. Code within a span
/// finds the span in task-local values, so nothing else needs to be passed on.
public struct Tracer: Sendable {
    /// The tracer of the current task, if any.
    @TaskLocal public static var current: Tracer?

    /// True if requests continue the trace that their fields name; otherwise, each begins a new
    /// trace.
    package let joinsTraces: Bool
    private let sampling: Double
    private let take: @Sendable (TraceSpan) -> Void
    /// The external system in which the spans begin; `nil` if the tracer records them itself.
    private let backend: (any SpanBackend)?

    /// Creates a tracer.
    ///
    /// - Parameters:
    ///   - sampling: The fraction, from 0 to 1, of traces to keep among those that begin in this
    ///     program; 1 by default. A trace that began elsewhere is kept if its context says so.
    ///   - joinsTraces: True, the default, if a request to a server continues the trace that its
    ///     `traceparent` field names; the request is then recorded if that field says so. Pass
    ///     `false` for a server that untrusted clients can reach; otherwise they could have every
    ///     request recorded.
    ///   - record: Receives each span that has ended. It is called where the work was done, perhaps
    ///     on an event loop, and must not block.
    public init(
        sampling: Double = 1,
        joinsTraces: Bool = true,
        record: @escaping @Sendable (TraceSpan) -> Void
    ) {
        self.sampling = sampling
        self.joinsTraces = joinsTraces
        take = record
        backend = nil
    }

    /// Creates a tracer that leaves sampling and recording to another system.
    package init(backend: any SpanBackend) {
        sampling = 1
        joinsTraces = true
        take = { _ in }
        self.backend = backend
    }

    /// Records a span, if its trace is kept.
    ///
    /// - Parameter span: The span, which has ended.
    public func record(_ span: TraceSpan) {
        if span.context.isSampled { take(span) }
    }

    /// Returns the context of new work: another span of a trace, or the first span of a new trace.
    package func context(in parent: TraceContext?) -> TraceContext {
        parent?.child() ?? TraceContext(isSampled: Double.random(in: 0..<1) < sampling)
    }

    // MARK: - Work

    /// Runs work as a span of the current trace; without a tracer, just runs the work.
    ///
    /// - Parameters:
    ///   - name: The name of the span, without values of the input.
    ///   - kind: The role of the work; `internal` by default.
    ///   - isFailure: Returns true if an error means that the work has failed; by default every
    ///     error does. The name of the error's type is recorded.
    ///   - work: Does the work.
    /// - Returns: The result of the work.
    /// - Throws: The errors of the work.
    @inlinable
    public static func withSpan<Result, Failure: Error>(
        _ name: String,
        kind: TraceSpan.Kind = .internal,
        isFailure: (Failure) -> Bool = { _ in true },
        _ work: (ActiveSpan) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        guard let tracer = current else { return try await work(.untraced) }
        return try await tracer.trace(name, kind, isFailure, work)
    }

    @usableFromInline
    func trace<Result, Failure: Error>(
        _ name: String,
        _ kind: TraceSpan.Kind,
        _ isFailure: (Failure) -> Bool,
        _ work: (ActiveSpan) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        if let backend {
            return try await trace(in: backend.begin(name, kind), isFailure, work)
        }
        let parent = TraceContext.current
        let context = context(in: parent)
        let span = ActiveSpan(name, kind, isRecorded: context.isSampled)
        let outcome = await TraceContext.$current.withValue(context) {
            await Swift.Result(awaiting: { () async throws(Failure) in try await work(span) })
        }
        return try finish(span, outcome, isFailure, in: context, parent)
    }

    /// Runs synchronous work as a span of the current trace.
    ///
    /// - Parameters:
    ///   - name: The name of the span, without values of the input.
    ///   - kind: The role of the work; `internal` by default.
    ///   - isFailure: Returns true if an error means that the work has failed; by default every
    ///     error does. The name of the error's type is recorded.
    ///   - work: Does the work.
    /// - Returns: The result of the work.
    /// - Throws: The errors of the work.
    @inlinable
    public static func withSpan<Result, Failure: Error>(
        _ name: String,
        kind: TraceSpan.Kind = .internal,
        isFailure: (Failure) -> Bool = { _ in true },
        _ work: (ActiveSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let tracer = current else { return try work(.untraced) }
        return try tracer.trace(name, kind, isFailure, work)
    }

    @usableFromInline
    func trace<Result, Failure: Error>(
        _ name: String,
        _ kind: TraceSpan.Kind,
        _ isFailure: (Failure) -> Bool,
        _ work: (ActiveSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if let backend {
            return try trace(in: backend.begin(name, kind), isFailure, work)
        }
        let parent = TraceContext.current
        let context = context(in: parent)
        let span = ActiveSpan(name, kind, isRecorded: context.isSampled)
        let outcome = TraceContext.$current.withValue(context) {
            Swift.Result { () throws(Failure) in try work(span) }
        }
        return try finish(span, outcome, isFailure, in: context, parent)
    }

    /// Records a span whose work has ended, and returns or throws the outcome of the work.
    private func finish<Result, Failure: Error>(
        _ span: ActiveSpan,
        _ outcome: Swift.Result<Result, Failure>,
        _ isFailure: (Failure) -> Bool,
        in context: TraceContext,
        _ parent: TraceContext?
    ) throws(Failure) -> Result {
        if case .failure(let error) = outcome, isFailure(error) {
            span.fail("\(type(of: error))")
        }
        record(span.end(in: context, parent))
        return try outcome.get()
    }
}

// MARK: - Spans of another system

extension Tracer {
    private func trace<Result, Failure: Error>(
        in foreign: any BackendSpan,
        _ isFailure: (Failure) -> Bool,
        _ work: (ActiveSpan) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let span = ActiveSpan(of: foreign)
        let outcome = await foreign.withinTask {
            await TraceContext.$current.withValue(TraceContext(foreign.fields)) {
                await Swift.Result(awaiting: { () async throws(Failure) in try await work(span) })
            }
        }
        return try span.finish(foreign, outcome, isFailure)
    }

    private func trace<Result, Failure: Error>(
        in foreign: any BackendSpan,
        _ isFailure: (Failure) -> Bool,
        _ work: (ActiveSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let span = ActiveSpan(of: foreign)
        let outcome = foreign.within {
            TraceContext.$current.withValue(TraceContext(foreign.fields)) {
                Swift.Result { () throws(Failure) in try work(span) }
            }
        }
        return try span.finish(foreign, outcome, isFailure)
    }
}

extension Result {
    /// Awaits work, and keeps its value or its error, because the functions that bind task-local
    /// values do not support typed throws.
    package init(awaiting work: () async throws(Failure) -> Success) async {
        do throws(Failure) { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
