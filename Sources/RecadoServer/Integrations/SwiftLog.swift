// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if SwiftLog
public import Logging
public import RecadoHTTP

/// Writes each request to a logger of swift-log once it is answered.
///
/// ```swift
/// options.observers.append(RequestLogger(Logger(label: "bookings")))
/// // info bookings: GET /bookings/{id} 200 [duration-ms=0.412 peer=127.0.0.1 request-id=…]
/// ```
///
/// Requests with a status of 500 or more are logged as errors, refusals as warnings. Queries,
/// credentials, content and secrets in paths are not logged. The log handler is called where
/// requests are answered, perhaps on an event loop, so a log handler that blocks, for example on a
/// pipe without a reader, delays other requests. ``AccessLog`` writes on a thread of its own.
public struct RequestLogger: RequestObserver {
    private let logger: Logger
    private let level: Logger.Level

    /// Creates the observer.
    ///
    /// - Parameters:
    ///   - logger: The logger.
    ///   - level: The level for requests that succeeded, and for requests that failed because of
    ///     the caller; `info` by default.
    public init(_ logger: Logger, level: Logger.Level = .info) {
        self.logger = logger
        self.level = level
    }

    /// Logs a request and its answer.
    public func ended(_ seen: Observation) {
        let level = seen.status.code >= 500 ? .error : self.level
        logger.log(level: level, Self.message(seen), metadata: Self.metadata(seen))
    }

    /// Logs a request that the server itself has refused.
    public func refused(_ seen: Observation) {
        logger.warning(Self.message(seen), metadata: Self.metadata(seen))
    }

    private static func message(_ seen: Observation) -> Logger.Message {
        let path = seen.template ?? seen.path.map(LogLine.mask.path) ?? "-"
        return "\(seen.method?.name ?? "-") \(path) \(seen.status.code)"
    }

    private static func metadata(_ seen: Observation) -> Logger.Metadata {
        var all: Logger.Metadata = ["request-id": "\(seen.id)"]
        all["duration-ms"] = "\((seen.duration / .microseconds(1)).rounded() / 1_000)"
        all["peer"] = (seen.peer?.address).map { "\($0)" }
        all["path"] = seen.path.map { "\(LogLine.mask.path($0))" }
        all["trace-id"] = (seen.trace?.traceID).map { "\($0)" }
        all["refusal"] = seen.refusal.map { "\($0)" }
        return all
    }
}

/// Provides handlers with a swift-log logger that has the request's metadata: `Logger.current`.
///
/// ```swift
/// options.middleware.insert(LoggerMiddleware(Logger(label: "bookings")), at: 0)
/// // In a handler; the line contains request-id, route and trace-id:
/// Logger.current.info("booked")
/// ```
///
/// A request without a request ID gets one. If this middleware is the first, the answer and the
/// other logs contain that ID as well.
public struct LoggerMiddleware: Middleware {
    private let logger: Logger

    /// Creates the middleware.
    ///
    /// - Parameter logger: The logger to which the request's metadata are added.
    public init(_ logger: Logger) { self.logger = logger }

    /// Passes on a request, with its logger as `Logger.current`.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        var request = request
        let id = RequestID.of(request)
        request.fields[.requestID] = id
        var logger = logger
        logger[metadataKey: "request-id"] = "\(id)"
        if let route = context.route { logger[metadataKey: "route"] = "\(route)" }
        if let trace = context.trace { logger[metadataKey: "trace-id"] = "\(trace.traceID)" }
        switch withLogger(logger, { _ in next(request) }) {
        case .now(let response): return .now(response)
        case .later(let work):
            return .later { [logger] in await withLogger(logger) { _ in await work() } }
        }
    }
}
#endif
