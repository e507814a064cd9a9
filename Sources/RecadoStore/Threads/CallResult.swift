// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A box in which a call leaves its outcome for its caller.
///
/// It is generic over one type, because each type that is put together of others is looked up at
/// each access.
final class CallResult<Outcome: Sendable>: Sendable {
    private let stored = Mutex<Outcome?>(nil)

    /// Stores an outcome, replacing an earlier one.
    func keep(_ outcome: Outcome) { stored.withLock { $0 = outcome } }

    /// The outcome stored last; `nil` before the call has run.
    var outcome: Outcome? { stored.withLock(\.self) }
}
