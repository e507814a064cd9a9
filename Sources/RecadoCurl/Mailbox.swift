// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import Glibc
import RecadoClient
import Synchronization

/// What a caller asks of the thread that owns libcurl.
enum Command: Sendable {
    case start(Transfer)
    case cancel(Transfer)
    case fail(Transfer, TransportError)
    case resumeReceiving(Transfer)
    case resumeSending(Transfer)
    case open(Line)
    /// There is something to send, or room for what arrives.
    case attend(Line)
    case close(Line)
    case stop
}

/// The way from callers to the thread that owns libcurl.
///
/// Posting never blocks and never runs anything: cancellation handlers post while the runtime holds
/// a lock on their task, and whoever resumed another task there could wait for that task's lock in
/// turn.
final class Mailbox: Sendable {
    private struct State {
        var commands: [Command] = []
        /// Whether the thread sleeps and has to be woken.
        var isWaiting = false
        var isClosed = false
        var reason = TransportError(.released)
        var closeWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    /// A descriptor that becomes readable when something was posted to a sleeping thread.
    let signal: Int32
    private let callsUnderWay = Atomic(0)
    private let hasClosed = Atomic(false)

    init() {
        signal = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    }

    deinit {
        Glibc.close(signal)
    }

    // MARK: - Load

    /// The number of calls under way.
    var load: Int { callsUnderWay.load(ordering: .relaxed) }

    /// Counts a call that begins.
    func callBegan() {
        callsUnderWay.add(1, ordering: .relaxed)
    }

    /// Counts a call that has ended.
    func callEnded() {
        callsUnderWay.subtract(1, ordering: .relaxed)
    }

    // MARK: - Callers

    /// Whether nobody will read what is posted.
    var isClosed: Bool { hasClosed.load(ordering: .relaxed) }

    /// Posts a command; `false` when nobody will ever read it.
    @discardableResult
    func post(_ command: Command) -> Bool {
        let (isOpen, mustWake) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            defer { state.isWaiting = false }
            return (true, state.isWaiting)
        }
        if mustWake { eventfd_write(signal, 1) }
        return isOpen
    }

    /// What befalls transfers that nobody will carry out.
    var reason: TransportError { state.withLock(\.reason) }

    /// Asks the thread to stop and waits until it has.
    func stop() async {
        post(.stop)
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.closeWaiters.append(continuation) }
                return state.isClosed
            }
            if isClosed { continuation.resume() }
        }
    }

    // MARK: - The thread

    /// Takes the commands posted since the last time.
    ///
    /// - Parameter commands: An empty array that they come into, and whose memory the next ones use.
    func take(_ commands: inout [Command]) {
        var taken = consume commands
        state.withLock { swap(&taken, &$0.commands) }
        commands = taken
    }

    /// Tells callers that the thread goes to sleep; `false` when a command is there already.
    func beginWaiting() -> Bool {
        state.withLock { state in
            state.isWaiting = state.commands.isEmpty
            return state.isWaiting
        }
    }

    /// Tells callers that the thread is awake.
    func endWaiting() {
        state.withLock { $0.isWaiting = false }
    }

    /// Makes the descriptor unreadable again.
    func acknowledge() {
        var value: eventfd_t = 0
        unsafe eventfd_read(signal, &value)
    }

    /// Takes no more commands and returns the last ones.
    ///
    /// - Parameter reason: What befalls them, and whatever is posted later.
    /// - Returns: The commands that nobody will carry out.
    @discardableResult
    func close(_ reason: TransportError = TransportError(.released)) -> [Command] {
        let (commands, waiters) = state.withLock { state in
            state.isClosed = true
            hasClosed.store(true, ordering: .relaxed)
            state.reason = reason
            defer { (state.commands, state.closeWaiters) = ([], []) }
            return (state.commands, state.closeWaiters)
        }
        for waiter in waiters { waiter.resume() }
        return commands
    }
}
