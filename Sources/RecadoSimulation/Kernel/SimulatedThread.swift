// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSimulation
import Synchronization

/// A simulated thread, such as a server's event loop.
@safe
final class SimulatedThread {
    let raw: UnsafeMutablePointer<recado_thread>
    let host: HostID
    let number: Int
    /// The number of the thread's current wait, so that an old timeout does not end a later wait.
    var wait = 0
    var isWaiting = false

    private static let lastNumber = Atomic(0)

    init(_ raw: UnsafeMutablePointer<recado_thread>) {
        unsafe self.raw = raw
        host = unsafe HostID(code: raw.pointee.host)
        number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    }
}
