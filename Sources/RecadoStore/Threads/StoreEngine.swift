// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What the calls of a kind of store are made of.
package protocol StoreEngine {
    /// How a call is run.
    associatedtype Kind: Sendable
    /// What a call runs in, on a connection's thread.
    associatedtype Session
    /// What stops a call while it runs.
    associatedtype Brake: StoreBrake
}

/// The wish of another thread that a connection stop what it does.
package protocol StoreBrake: AnyObject, Sendable {
    /// Wishes it.
    func fire()
}
