// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A list to which threads add values and which tests read.
package final class Notes<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    /// Creates an empty list.
    package init() {}

    /// Adds a value.
    package func add(_ value: Value) {
        values.withLock { $0.append(value) }
    }

    /// The values, in the order in which they were added.
    package var all: [Value] { values.withLock { $0 } }
}
