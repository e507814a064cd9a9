// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// Remembers that the database is damaged; a restart clears this.
final class StoreDamage: Sendable {
    /// The error that the database is damaged.
    struct Found: Error {}

    private let found = Atomic(false)

    var isFound: Bool { found.load(ordering: .relaxed) }

    /// Records damage if the error reports it; other errors are ignored.
    func note(_ error: StoreError) {
        if error.code == .corrupt { found.store(true, ordering: .relaxed) }
    }
}
