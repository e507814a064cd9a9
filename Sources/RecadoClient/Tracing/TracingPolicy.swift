// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The rules for the requests that send a trace context.
public struct TracingPolicy: Sendable, Hashable {
    /// True if a call without a trace begins one; `true` by default.
    ///
    /// Otherwise only the trace in a task's `TraceContext.current` is passed on.
    public var beginsTraces = true
    /// True if services are asked to record the traces that begin here; `true` by default.
    public var samples = true

    /// Creates the default policy.
    public init() {}

    /// Every call belongs to a trace; it begins a new one if its task has none.
    public static let all = TracingPolicy()

    /// Calls pass on the trace of their task, and do not begin traces.
    public static var handingOn: TracingPolicy {
        var policy = TracingPolicy()
        policy.beginsTraces = false
        return policy
    }
}
