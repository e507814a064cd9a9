// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Holds a thread of a store until it is told to go on.
package final class Gate: Sendable {
    private let arrivals = DispatchSemaphore(value: 0)
    private let permission = DispatchSemaphore(value: 0)

    /// Creates a gate that is shut.
    package init() {}

    /// Called on the store's thread.
    package func pass() {
        arrivals.signal()
        permission.wait()
    }

    /// Waits, on a thread of its own, until the store's thread has come.
    package func arrival() async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "gate").async { [arrivals] in
                arrivals.wait()
                continuation.resume()
            }
        }
    }

    /// Lets one pass.
    package func open() { permission.signal() }
}
