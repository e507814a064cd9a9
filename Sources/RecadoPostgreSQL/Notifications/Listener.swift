// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import RecadoThreads
import Synchronization

/// The connection on which a store listens for notifications, and its subscribers.
///
/// The connection's thread runs while there are subscribers. It restores a lost connection, with a
/// longer pause after each failure, and then sends every subscriber a `gap`, because notifications
/// may have been missed.
final class Listener: Sendable {
    private struct Subscriber: Sendable {
        let id: Int
        let channel: Channel
        let mailbox: NotificationMailbox
        /// The caller that waits until the server listens to the channel; `nil` once it does.
        var caller: CheckedContinuation<StoreError?, Never>?
    }

    private struct State: Sendable, StoreThreadState {
        var subscribers: [Subscriber] = []
        var lastID = 0
        var wakeUp: WakeupPipe?
        var isRunning = false
        var isStopped = false
        var ending: [CheckedContinuation<Void, Never>] = []
    }

    private let address: ServerAddress
    private let options: PostgreSQLStore.Options
    private let state = Mutex(State())

    init(_ address: ServerAddress, _ options: PostgreSQLStore.Options) {
        self.address = address
        self.options = options
    }

    // MARK: - Subscribers

    func subscribe(to channel: Channel) async throws(StoreError) -> NotificationSequence {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let mailbox = NotificationMailbox { [weak self] in self?.unsubscribe(id) }
        let sequence = NotificationSequence(mailbox)
        let error: StoreError? = await withCheckedContinuation { caller in
            let subscriber = Subscriber(
                id: id,
                channel: channel,
                mailbox: mailbox,
                caller: caller
            )
            if let refusal = add(subscriber) { caller.resume(returning: refusal) }
        }
        if let error { throw error }
        return sequence
    }

    /// Adds a subscriber, and starts the thread unless it runs; returns an error if the store is
    /// closed.
    private func add(_ subscriber: Subscriber) -> StoreError? {
        let (isTaken, mustStart, bell) = state.withLock { state -> (Bool, Bool, WakeupPipe?) in
            guard !state.isStopped else { return (false, false, nil) }
            state.subscribers.append(subscriber)
            defer { state.isRunning = true }
            return (true, !state.isRunning, state.wakeUp)
        }
        guard isTaken else { return StoreError(.closed, "the store is closed") }
        if mustStart, SystemThread.start({ self.work() }) != nil {
            end(StoreError(.outOfMemory, "the system refused another thread"))
        }
        bell?.ring()
        return nil
    }

    private func unsubscribe(_ id: Int) {
        let bell = state.withLock { state in
            state.subscribers.removeAll { $0.id == id }
            return state.wakeUp
        }
        bell?.ring()
    }

    // MARK: - Ending

    func stop() {
        let (mailboxes, bell) = state.withLock { state in
            state.isStopped = true
            return (state.subscribers.map(\.mailbox), state.wakeUp)
        }
        for mailbox in mailboxes { mailbox.finish() }
        bell?.ring()
    }

    func close() async {
        stop()
        await state.waitForEnd()
    }

    /// Records the end of the thread, and sends an error to the callers that still wait.
    private func end(_ error: StoreError?) {
        let (callers, ending) = state.withLock { state in
            state.isRunning = false
            state.wakeUp = nil
            let callers = state.subscribers.compactMap(\.caller)
            state.subscribers = []
            defer { state.ending = [] }
            return (callers, state.ending)
        }
        let closed = StoreError(.closed, "the store is closed")
        for caller in callers { caller.resume(returning: error ?? closed) }
        for continuation in ending { continuation.resume() }
    }

    /// True if the store is stopped or there are no subscribers.
    private func mayEnd() -> Bool {
        state.withLock { $0.isStopped || $0.subscribers.isEmpty }
    }

    // MARK: - The thread

    private func work() {
        let wakeUp: WakeupPipe
        do throws(StoreError) {
            wakeUp = try WakeupPipe()
        } catch {
            return end(error)
        }
        state.withLock { $0.wakeUp = wakeUp }
        var failures = 0
        while true {
            do throws(StoreError) {
                try listen(wakeUp) { failures = 0 }
                if finish() { return }
            } catch {
                refuse(error)
                if finish() { return }
                failures += 1
                rest(failures, wakeUp)
            }
        }
    }

    /// Ends the thread and returns true if it is not needed; a later subscriber starts another.
    private func finish() -> Bool {
        let (isOver, isStopped, ending) = state.withLock { state in
            let isOver = state.isStopped || state.subscribers.isEmpty
            guard isOver, !state.isStopped else { return (isOver, state.isStopped, state.ending) }
            state.isRunning = false
            state.wakeUp = nil
            defer { state.ending = [] }
            return (isOver, state.isStopped, state.ending)
        }
        guard isOver else { return false }
        if isStopped {
            end(nil)
        } else {
            for continuation in ending { continuation.resume() }
        }
        return true
    }

    /// Sends an error to the callers whose subscription has not begun.
    private func refuse(_ error: StoreError) {
        let callers = state.withLock { state in
            let new = state.subscribers.filter { $0.caller != nil }
            state.subscribers.removeAll { $0.caller != nil }
            return new.compactMap(\.caller)
        }
        for caller in callers { caller.resume(returning: error) }
    }

    private func rest(_ failures: Int, _ wakeUp: WakeupPipe) {
        let rest = min(.milliseconds(100 << min(failures, 6)), address.hosts.longestBackOff)
        let time = Deadline.after(rest)
        while !time.isOver, !mayEnd() {
            _ = wakeUp.wait(for: -1, 0, until: time)
        }
    }

    /// Connects, and delivers notifications until the connection fails or is no longer needed.
    private func listen(_ wakeUp: WakeupPipe, _ isConnected: () -> Void) throws(StoreError) {
        let connection = try PostgreSQLConnection.open(address, options, wakeUp)
        isConnected()
        var channels: Set<Channel> = []
        _ = try update(&channels, on: connection, isNew: true)
        while !mayEnd() {
            deliver(from: connection)
            guard !connection.isReplaced else { throw connection.replaced() }
            // If another thread rings during `update`, the ring ends a wait inside `update`, and
            // the wait below does not notice it. Therefore `update` runs until it changes nothing.
            if try update(&channels, on: connection, isNew: false) { continue }
            let rest = Deadline.after(options.keepAliveInterval)
            switch wakeUp.wait(for: connection.socket, WakeupPipe.reading, until: rest) {
            case .rung: break
            case .ready: guard connection.isAlive() else { throw connection.lost() }
            case .timeIsUp: try Exchange("SELECT 1", on: connection).finish()
            }
        }
    }

    /// Makes the server listen to exactly the channels of the current subscribers.
    ///
    /// - Returns: True if the channels have changed.
    private func update(
        _ channels: inout Set<Channel>,
        on connection: PostgreSQLConnection,
        isNew: Bool
    ) throws(StoreError) -> Bool {
        let wanted = state.withLock { Set($0.subscribers.map(\.channel)) }
        for channel in channels.subtracting(wanted) {
            try Exchange("UNLISTEN \(identifier: channel.name)", on: connection).finish()
        }
        for channel in wanted.subtracting(channels) {
            try Exchange("LISTEN \(identifier: channel.name)", on: connection).finish()
        }
        let isChanged = channels != wanted
        channels = wanted
        var callers: [CheckedContinuation<StoreError?, Never>] = []
        var missed: [NotificationMailbox] = []
        state.withLock { state in
            for index in state.subscribers.indices {
                guard wanted.contains(state.subscribers[index].channel) else { continue }
                if let caller = state.subscribers[index].caller {
                    callers.append(caller)
                    state.subscribers[index].caller = nil
                } else if isNew {
                    missed.append(state.subscribers[index].mailbox)
                }
            }
        }
        for mailbox in missed { mailbox.deliver(.gap) }
        for caller in callers { caller.resume(returning: nil) }
        return isChanged
    }

    private func deliver(from connection: PostgreSQLConnection) {
        while let (channel, payload) = connection.takeNotification() {
            let mailboxes = state.withLock { state in
                state.subscribers.filter { $0.channel.name == channel }.map(\.mailbox)
            }
            for mailbox in mailboxes { mailbox.deliver(.message(payload)) }
        }
    }
}
