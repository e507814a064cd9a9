// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A call that waits for a connection's thread, whatever its result.
package protocol PendingCall<Engine>: AnyObject, Sendable {
    associatedtype Engine: StoreEngine

    /// The way in which it is run.
    var kind: Engine.Kind { get }

    /// Marks the call as running; `false` when it was cancelled before.
    func begin() -> Bool

    /// Runs the call and keeps its result; `false` when it threw. It may be run again.
    func run(in session: Engine.Session) -> Bool

    /// Whether the caller has left.
    var isCancelled: Bool { get }

    /// Marks the call as waiting again; `false` when it has done so
    /// twice before, or was cancelled meanwhile.
    func waitAgain() -> Bool

    /// Answers the caller with what the last ``run(in:)`` kept.
    func answer()

    /// Answers the caller with an error, whatever the call did.
    func abandon(_ error: StoreError)

    /// Lets a cancellation reach the call while it runs; `nil` once it may no longer.
    func interrupt(with brake: Engine.Brake?)
}
