// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Synchronization

/// The state of a store's threads, for tasks that wait until the threads have ended.
package protocol StoreThreadState {
    /// True if any of the threads is still running.
    var isRunning: Bool { get }
    /// The tasks that are resumed once the threads have ended.
    var ending: [CheckedContinuation<Void, Never>] { get set }
}

extension Mutex where Value: StoreThreadState {
    /// Waits until the threads have ended.
    package func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let isOver = withLock { state in
                if state.isRunning { state.ending.append(continuation) }
                return !state.isRunning
            }
            if isOver { continuation.resume() }
        }
    }
}
