// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Values that threads note and tests read.
package final class Notes<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    /// Creates notes without values.
    package init() {}

    /// Notes another value.
    package func add(_ value: Value) {
        values.withLock { $0.append(value) }
    }

    /// The values, in the order in which they were noted.
    package var all: [Value] { values.withLock { $0 } }
}
