// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if DistributedTracing
public import Tracing

extension Tracer {
    /// Creates a tracer that records its spans with swift-distributed-tracing.
    ///
    /// Handlers, transactions of a `ReportingStore` and calls through tracing middleware get spans.
    /// Each span begins in the current `ServiceContext`, and code within the span finds the span's
    /// own context. Requests carry the fields that the tracer injects. `TracingMiddleware` of the
    /// server binds such a tracer; programs without a server bind it themselves:
    ///
    /// ```swift
    /// try await Tracer.$current.withValue(Tracer(InstrumentationSystem.tracer)) {
    ///     try await work()
    /// }
    /// ```
    ///
    /// - Parameter tracer: The tracer, which samples and records.
    public init(_ tracer: any Tracing.Tracer) {
        self.init(backend: DistributedTracing(tracer: tracer))
    }
}

/// A tracer of swift-distributed-tracing.
private struct DistributedTracing: SpanBackend {
    let tracer: any Tracing.Tracer

    func begin(_ name: String, _ kind: TraceSpan.Kind) -> any BackendSpan {
        let span = tracer.startSpan(name, ofKind: SpanKind(kind))
        return DistributedSpan(span, of: tracer)
    }
}

/// A span of swift-distributed-tracing, and the fields that its tracer injects.
package struct DistributedSpan: BackendSpan {
    /// The span itself.
    package let span: any Span
    package let fields: Fields

    /// Wraps a span that has begun.
    package init(_ span: any Span, of tracer: any Tracing.Tracer) {
        self.span = span
        var fields = Fields()
        tracer.inject(span.context, into: &fields, using: FieldsInjector())
        self.fields = fields
    }

    package var isRecorded: Bool { span.isRecording }

    package func within<Result>(_ work: () -> Result) -> Result {
        ServiceContext.$current.withValue(span.context, operation: work)
    }

    package func withinTask<Result>(_ work: () async -> Result) async -> Result {
        await ServiceContext.$current.withValue(span.context, operation: work)
    }

    package func end(_ attributes: [String: String], error: String?) {
        span.updateAttributes { all in
            for (name, value) in attributes { all[name] = value }
            if let error { all["error.type"] = error }
        }
        if let error { span.setStatus(SpanStatus(code: .error, message: error)) }
        span.end()
    }
}

extension SpanKind {
    fileprivate init(_ kind: TraceSpan.Kind) {
        switch kind {
        case .internal: self = .internal
        case .server: self = .server
        case .client: self = .client
        }
    }
}

private struct FieldsInjector: Injector {
    func inject(_ value: String, forKey key: String, into carrier: inout Fields) {
        if let name = FieldName(key), Fields.isValid(value) { carrier[name] = value }
    }
}

/// Finds the header fields from which an instrument extracts its values.
package struct FieldsExtractor: Extractor {
    package init() {}

    package func extract(key: String, from carrier: Fields) -> String? {
        guard let name = FieldName(key) else { return nil }
        // The values of a list field that occurs several times form one list (RFC 9110 §5.3).
        let values = carrier[values: name]
        return values.isEmpty ? nil : values.joined(separator: ",")
    }
}
#endif
