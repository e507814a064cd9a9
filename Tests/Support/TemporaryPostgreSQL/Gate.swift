// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Blocks a thread of a store until a test opens the gate.
package final class Gate: Sendable {
    private let arrivals = DispatchSemaphore(value: 0)
    private let permission = DispatchSemaphore(value: 0)

    /// Creates a closed gate.
    package init() {}

    /// Waits for the gate to open; the store's thread calls this.
    package func pass() {
        arrivals.signal()
        permission.wait()
    }

    /// Waits, without blocking a thread of the task, until the store's thread has reached the gate.
    package func arrival() async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "gate").async { [arrivals] in
                arrivals.wait()
                continuation.resume()
            }
        }
    }

    /// Lets one thread pass.
    package func open() { permission.signal() }
}
