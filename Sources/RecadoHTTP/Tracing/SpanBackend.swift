// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An external tracing system, in which the spans of a ``Tracer`` begin and end.
package protocol SpanBackend: Sendable {
    /// Begins a span within the current one.
    func begin(_ name: String, _ kind: TraceSpan.Kind) -> any BackendSpan
}

/// A span of an external tracing system.
package protocol BackendSpan: Sendable {
    /// True if the span is recorded.
    var isRecorded: Bool { get }
    /// The fields that mark a request as part of the span.
    var fields: Fields { get }

    /// Runs work while the span is the tracing system's current span.
    func within<Result>(_ work: () -> Result) -> Result

    /// Runs asynchronous work while the span is the tracing system's current span.
    func withinTask<Result>(_ work: () async -> Result) async -> Result

    /// Ends the span.
    ///
    /// - Parameters:
    ///   - attributes: The attributes of the work.
    ///   - error: The kind of the error; `nil` for work that has succeeded.
    func end(_ attributes: [String: String], error: String?)
}
