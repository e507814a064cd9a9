// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The unread notifications of one subscriber.
package final class NotificationMailbox: Sendable {
    /// The most notifications that wait unread; when one more arrives, a gap replaces them all.
    package static var limit: Int { 256 }

    private struct State: Sendable {
        var waiting: [StoreNotification] = []
        var readers: [(id: UInt64, continuation: CheckedContinuation<StoreNotification?, Never>)] =
            []
        var lastID: UInt64 = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    private let onFinish: @Sendable () -> Void

    /// Creates an empty mailbox.
    ///
    /// - Parameter onFinish: Called once, when the subscription ends.
    package init(onFinish: @escaping @Sendable () -> Void) {
        self.onFinish = onFinish
    }

    /// True if the subscription has ended.
    package var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Hands a notification to a waiting reader, or stores it if no reader waits.
    package func deliver(_ notification: StoreNotification) {
        let reader: CheckedContinuation<StoreNotification?, Never>? = state.withLock { state in
            guard !state.isFinished else { return nil }
            if !state.readers.isEmpty { return state.readers.removeFirst().continuation }
            if state.waiting.count >= Self.limit { state.waiting = [.gap] }
            // A gap right after another gap would add nothing.
            if state.waiting != [.gap] || notification != .gap {
                state.waiting.append(notification)
            }
            return nil
        }
        reader?.resume(returning: notification)
    }

    /// Ends the subscription and resumes waiting readers with `nil`.
    package func finish() {
        let readers = state.withLock { state -> [CheckedContinuation<StoreNotification?, Never>]? in
            guard !state.isFinished else { return nil }
            state.isFinished = true
            defer { state.readers = [] }
            return state.readers.map(\.continuation)
        }
        guard let readers else { return }
        for reader in readers { reader.resume(returning: nil) }
        onFinish()
    }

    func next() async -> StoreNotification? {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: StoreNotification?? = state.withLock { state in
                    if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
                    if state.isFinished || Task.isCancelled { return .some(nil) }
                    state.readers.append((id, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let reader = state.withLock { state in
                state.readers.firstIndex { $0.id == id }
                    .map { state.readers.remove(at: $0).continuation }
            }
            reader?.resume(returning: nil)
        }
    }
}
