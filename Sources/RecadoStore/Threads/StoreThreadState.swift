// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Synchronization

/// The state of threads for whose end others wait.
package protocol StoreThreadState {
    /// True if any of the threads runs.
    var isRunning: Bool { get }
    /// The waiting tasks, which are resumed at the end.
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
