// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Answers that a store failed to keep, and that are offered to it again.
///
/// Without its answer, a request counts as under way, and after some minutes as lost. A repetition
/// would then be carried out a second time, although this server knows that the request was carried
/// out.
final class UnstoredResponses: Sendable {
    /// The most answers that wait; answers beyond the limit are dropped.
    static let limit = 256
    /// The pauses before an answer is offered again: nearly four minutes in total, less than the
    /// five minutes after which a request counts as lost.
    static let pauses: [Duration] =
        [.milliseconds(200), .seconds(1), .seconds(4), .seconds(10)]
        + Array(repeating: .seconds(20), count: 11)

    private let store: any IdempotencyStore
    private let count = Atomic(0)

    init(of store: any IdempotencyStore) { self.store = store }

    /// Offers an answer to the store repeatedly, in a task of its own.
    func add(_ answer: StoredResponse, to key: String, _ claim: IdempotencyClaim) {
        guard count.add(1, ordering: .relaxed).newValue <= Self.limit else {
            count.subtract(1, ordering: .relaxed)
            return
        }
        _ = Task { [self] in
            defer { count.subtract(1, ordering: .relaxed) }
            for pause in Self.pauses {
                try? await Task.sleep(for: pause)
                if (try? await store.finish(key, claim, answer)) != nil { return }
            }
        }
    }
}
