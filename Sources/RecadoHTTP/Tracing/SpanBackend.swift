// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A tracing system from elsewhere, in which the spans of a ``Tracer`` begin and end.
package protocol SpanBackend: Sendable {
    /// Begins a span inside of the present one.
    func begin(_ name: String, _ kind: TraceSpan.Kind) -> any BackendSpan
}

/// A span of a tracing system from elsewhere.
package protocol BackendSpan: Sendable {
    /// True if somebody records the span.
    var isRecorded: Bool { get }
    /// The fields by which a request says that it is part of the span.
    var fields: Fields { get }

    /// Does work with the span as the present one of that system.
    func within<Result>(_ work: () -> Result) -> Result

    /// Does work that waits with the span as the present one of that system.
    func withinTask<Result>(_ work: () async -> Result) async -> Result

    /// Ends the span.
    ///
    /// - Parameters:
    ///   - attributes: The facts about the work.
    ///   - error: The kind of the error; `nil` for work that has succeeded.
    func end(_ attributes: [String: String], error: String?)
}
