// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// Polls the notification table, and passes new notifications to the subscribers of one store.
///
/// The watch polls right after a commit of its own store, and ten times a second for commits of
/// other processes, but only while there are subscribers.
final class NotificationWatch: Sendable {
    /// The time between two polls; each poll takes some tens of microseconds.
    static var interval: Duration { .milliseconds(100) }

    private struct Subscriber: Sendable {
        let id: Int
        let channel: String
        let mailbox: NotificationMailbox
    }

    private struct State: Sendable {
        var subscribers: [Subscriber] = []
        var lastID = 0
        /// The number of the last row that was delivered; `nil` while there are no subscribers.
        var last: Int?
        var isLooking = false
        var mustLookAgain = false
        var timer: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let look: @Sendable (_ last: Int?) async -> NotificationTable.News?

    init(look: @escaping @Sendable (_ last: Int?) async -> NotificationTable.News?) {
        self.look = look
    }

    // MARK: - Subscribers

    /// Adds a subscriber, which gets the notifications whose rows come after a given row.
    func subscribe(to channel: Channel, after last: Int) -> NotificationSequence {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let mailbox = NotificationMailbox { [weak self] in self?.unsubscribe(id) }
        state.withLock { state in
            state.subscribers.append(
                Subscriber(id: id, channel: channel.name, mailbox: mailbox)
            )
            guard state.timer == nil else { return }
            state.last = last
            state.timer = Task { [weak self] in
                while !Task.isCancelled {
                    await self?.lookNow()
                    try? await Task.sleep(for: Self.interval)
                }
            }
        }
        return NotificationSequence(mailbox)
    }

    private func unsubscribe(_ id: Int) {
        state.withLock { state in
            state.subscribers.removeAll { $0.id == id }
            guard state.subscribers.isEmpty else { return }
            state.timer?.cancel()
            state.timer = nil
            state.last = nil
        }
    }

    /// Ends every subscription.
    func stop() {
        for subscriber in state.withLock({ $0.subscribers }) { subscriber.mailbox.finish() }
    }

    // MARK: - Looking

    /// Polls soon, if there are subscribers; called by the writer's thread after a commit.
    func lookSoon() {
        guard state.withLock({ !$0.subscribers.isEmpty }) else { return }
        Task { await lookNow() }
    }

    /// Delivers new notifications.
    ///
    /// A poll that is requested during another one runs after it, so that the order is preserved.
    func lookNow() async {
        let mayLook = state.withLock { state in
            if state.isLooking { state.mustLookAgain = true }
            defer { state.isLooking = true }
            return !state.isLooking
        }
        guard mayLook else { return }
        while true {
            let last = state.withLock { state in
                state.mustLookAgain = false
                return state.last
            }
            if let last, let news = await look(last) { deliver(news, after: last) }
            let isOver = state.withLock { state in
                state.isLooking = state.mustLookAgain
                return !state.mustLookAgain
            }
            if isOver { return }
        }
    }

    private func deliver(_ news: NotificationTable.News, after last: Int) {
        let subscribers = state.withLock { state -> [Subscriber] in
            guard state.last == last else { return [] }
            state.last = news.last
            return state.subscribers
        }
        for subscriber in subscribers {
            if news.hasGap { subscriber.mailbox.deliver(.gap) }
            for message in news.messages where message.channel == subscriber.channel {
                subscriber.mailbox.deliver(.message(message.payload))
            }
        }
    }
}
