// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Which requests say what trace they belong to.
public struct TracingPolicy: Sendable, Hashable {
    /// Whether a call that belongs to no trace begins one; `true` by default.
    ///
    /// Otherwise only what a task's `TraceContext.current` says is handed on.
    public var beginsTraces = true
    /// Whether services are asked to keep the traces that begin here; `true` by default.
    public var samples = true

    /// Creates the default policy.
    public init() {}

    /// Every call belongs to a trace, to one of its own if the task has none.
    public static let all = TracingPolicy()

    /// Calls hand on the trace of their task, and begin none.
    public static var handingOn: TracingPolicy {
        var policy = TracingPolicy()
        policy.beginsTraces = false
        return policy
    }
}
