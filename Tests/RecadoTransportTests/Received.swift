// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The head of a request that a script has received.
final class Received: Sendable {
    private let noted = Mutex<String?>(nil)

    var head: String? { noted.withLock { $0 } }

    func note(_ head: String) {
        noted.withLock { $0 = head }
    }
}
