// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// Remembers that a database was found damaged, which only a new start looks at again.
final class StoreDamage: Sendable {
    /// The database was found damaged.
    struct Found: Error {}

    private let found = Atomic(false)

    var isFound: Bool { found.load(ordering: .relaxed) }

    /// Takes note of what the database could not do.
    func note(_ error: StoreError) {
        if error.code == .corrupt { found.store(true, ordering: .relaxed) }
    }
}
