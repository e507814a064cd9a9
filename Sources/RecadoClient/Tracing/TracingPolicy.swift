// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The policy that decides which requests send a trace context.
public struct TracingPolicy: Sendable, Hashable {
    /// True if a call without a trace begins a new one; `true` by default.
    ///
    /// If it is `false`, only the trace in the task's `TraceContext.current` is passed on.
    public var beginsTraces = true
    /// True if new traces ask the services to record them; `true` by default.
    public var samples = true

    /// Creates the default policy.
    public init() {}

    /// Every call sends a trace context; it begins a new trace if its task has none.
    public static let all = TracingPolicy()

    /// Calls send the trace context of their task if it has one, and never begin a new trace.
    public static var handingOn: TracingPolicy {
        var policy = TracingPolicy()
        policy.beginsTraces = false
        return policy
    }
}
