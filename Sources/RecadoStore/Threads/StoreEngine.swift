// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The types that the calls of one kind of store use.
package protocol StoreEngine: SendableMetatype {
    /// The kind of a call, which decides how it is run.
    associatedtype Kind: Sendable
    /// The session in which a call runs, on a connection's thread.
    associatedtype Session
}

/// Lets another thread ask a connection to stop its work.
package protocol StoreBrake: AnyObject, Sendable {
    /// Asks the connection to stop.
    func fire()
}
