// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if DistributedTracing
public import RecadoHTTP
public import Tracing

/// Creates a swift-distributed-tracing span for each request, as a child of the span that the
/// client names.
///
/// ```swift
/// options.middleware.insert(TracingMiddleware(), at: 0)
/// ```
///
/// The child spans of the request's span are the handler's span, the spans of a `ReportingStore`'s
/// transactions, the spans of a client with tracing middleware, and all spans that are made with
/// `withSpan`. Attributes have the names of OpenTelemetry's conventions for HTTP. The span ends
/// with the head of the answer, so the content of a streamed answer ends after the span.
public struct TracingMiddleware: Middleware, TracerBinding {
    private let tracer: (any Tracing.Tracer)?

    /// Creates the middleware.
    ///
    /// - Parameter tracer: The tracer; by default the process's tracer at the time of each request.
    public init(_ tracer: (any Tracing.Tracer)? = nil) { self.tracer = tracer }

    /// Passes on a request, and records a span for it.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        let tracer = tracer ?? InstrumentationSystem.tracer
        let span = begin(request, context, tracer)
        let bound = RecadoHTTP.Tracer(tracer)
        let trace = TraceContext(span.fields)
        let pending = span.within {
            RecadoHTTP.Tracer.$current.withValue(bound) {
                TraceContext.$current.withValue(trace) { next(request) }
            }
        }
        switch pending {
        case .now(let response):
            span.end(response)
            return pending
        case .later(let work):
            return .later {
                let response = await span.withinTask {
                    await RecadoHTTP.Tracer.$current.withValue(bound) {
                        await TraceContext.$current.withValue(trace) { await work() }
                    }
                }
                span.end(response)
                return response
            }
        }
    }

    private func begin(
        _ request: Request,
        _ context: RequestContext,
        _ tracer: any Tracing.Tracer
    ) -> DistributedSpan {
        var parent = ServiceContext.current ?? .topLevel
        tracer.extract(request.fields, into: &parent, using: FieldsExtractor())
        let method = RouteSeries.knownName(of: request.method)
        let name = [method ?? "HTTP", context.route].compactMap(\.self)
        let span = tracer.startSpan(
            name.joined(separator: " "),
            context: parent,
            ofKind: .server
        )
        span.updateAttributes { all in
            all["http.request.method"] = method ?? "_OTHER"
            all["http.route"] = context.route
            all["url.path"] = LogLine.mask.path(String(request.path))
            all["client.address"] = request.peer?.address
        }
        return DistributedSpan(span, of: tracer)
    }
}

extension DistributedSpan {
    /// Ends the span of a request that has been answered.
    fileprivate func end(_ response: Response) {
        let code = response.status.code
        span.updateAttributes { $0["http.response.status_code"] = code }
        end([:], error: code >= 500 ? "\(code)" : nil)
    }
}
#endif
