// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The types that the calls of a kind of store use.
package protocol StoreEngine {
    /// The way in which a call is run.
    associatedtype Kind: Sendable
    /// The session in which a call runs, on a connection's thread.
    associatedtype Session
    /// The means to stop a call while it runs.
    associatedtype Brake: StoreBrake
}

/// The wish of another thread that a connection stop what it does.
package protocol StoreBrake: AnyObject, Sendable {
    /// Wishes it.
    func fire()
}
