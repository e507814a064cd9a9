// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSimulation
import Synchronization

/// A thread of a world, such as the loop of a server.
@safe
final class SimulatedThread {
    let raw: UnsafeMutablePointer<recado_thread>
    let host: HostID
    let number: Int
    /// The number of its waits, so that the end of one does not end the next.
    var wait = 0
    var isWaiting = false

    private static let lastNumber = Atomic(0)

    init(_ raw: UnsafeMutablePointer<recado_thread>) {
        unsafe self.raw = raw
        host = unsafe HostID(code: raw.pointee.host)
        number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    }
}
