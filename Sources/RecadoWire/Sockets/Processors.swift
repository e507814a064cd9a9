// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoLinux

/// The processors of the machine.
package enum Processors {
    /// The number of processors that this process may run on, at least one.
    package static var usableCount: Int {
        var mask = [UInt](repeating: 0, count: 128)
        let bytes = unsafe mask.withUnsafeMutableBufferPointer {
            unsafe recado_affinity($0.baseAddress, $0.count * MemoryLayout<UInt>.size)
        }
        guard bytes > 0 else { return 1 }
        return max(1, mask.reduce(0) { $0 + $1.nonzeroBitCount })
    }
}
