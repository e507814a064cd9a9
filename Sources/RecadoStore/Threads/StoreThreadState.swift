// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Synchronization

/// The state of threads whose end others wait for.
package protocol StoreThreadState {
    /// Whether any of them runs.
    var isRunning: Bool { get }
    /// Those who wait, who are resumed at the end.
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
