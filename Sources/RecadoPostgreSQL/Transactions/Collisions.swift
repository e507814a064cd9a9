// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The number of a store's transactions that are being run again after a conflict.
final class Collisions: Sendable {
    private let count = Atomic(0)

    var isAny: Bool { count.load(ordering: .relaxed) > 0 }

    func begin() { count.add(1, ordering: .relaxed) }

    func end() { count.subtract(1, ordering: .relaxed) }
}
