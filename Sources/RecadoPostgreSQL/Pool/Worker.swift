// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The thread of a connection, and the orders that it is given.
///
/// The connection is opened, used and closed on this thread only.
final class Worker: Sendable {
    enum Order: Sendable {
        case run(PooledCall)
        case check
        case close
    }

    private struct State: Sendable {
        var orders: [Order] = []
        /// True if the thread sleeps, so that it must be woken for an order.
        var isAsleep = false
        /// True once the thread has ended and accepts no orders.
        var isOver = false
        /// The running call, and the object that interrupts it.
        var running: (call: PooledCall, interruption: Interruption)?
    }

    let id: PoolState.ConnectionID
    private let pool: Pool
    private let wakeUp: WakeupPipe
    private let state = Mutex(State())

    init(_ id: PoolState.ConnectionID, _ pool: Pool, _ wakeUp: WakeupPipe) {
        self.id = id
        self.pool = pool
        self.wakeUp = wakeUp
    }

    /// Gives the thread an order.
    ///
    /// - Returns: True if the thread will carry it out; `false` if the thread has ended.
    func give(_ order: Order) -> Bool {
        let (isTaken, mustRing) = state.withLock { state in
            guard !state.isOver else { return (false, false) }
            state.orders.append(order)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if mustRing { wakeUp.ring() }
        return isTaken
    }

    /// Interrupts a read if it still runs; it starts again as a slow read.
    func displace(_ call: PooledCall) {
        state.withLock { state in
            guard let running = state.running, running.call === call else { return }
            running.interruption.displace()
        }
    }

    // MARK: - The thread

    /// Connects, carries out orders until the connection ends, and reports each step to the pool.
    func work() {
        let last: LastWord
        do throws(StoreError) {
            last = try serve()
        } catch {
            pool.failedToConnect(id, error)
            return abandonOrders()
        }
        // The connection is closed before its caller is answered, as the caller may rely on that.
        pool.report(.ended(id))
        switch last {
        case .nothing: break
        case .ending(let call, let ending): tell(call, ending)
        }
        abandonOrders()
    }

    /// The answer, if any, that a caller still has to get after the connection was closed.
    private enum LastWord {
        case nothing
        case ending(PooledCall, TransactionRunner.Ending)
    }

    private func serve() throws(StoreError) -> LastWord {
        let connection = try PostgreSQLConnection.open(pool.address, pool.options, wakeUp)
        pool.note { $0.connections += 1 }
        pool.report(.connected(id))
        let runner = TransactionRunner(
            connection: connection,
            collisions: pool.collisions,
            singleReads: pool.singleReads,
            noteRead: pool.noteRead,
            goesOn: { [pool] in !pool.isClosing },
            note: pool.note
        )
        while let order = nextOrder(connection) {
            switch order {
            case .close: return .nothing
            case .check:
                guard check(connection) else { return .nothing }
                pool.report(.released(id))
            case .run(let call):
                guard let ending = run(call, runner) else {
                    pool.report(.released(id))
                    continue
                }
                if connection.isBroken {
                    // `demoted` is reported before the end of this connection, so that the
                    // connection that the pool opens next is not replaced as well.
                    if isElsewhere(ending) || connection.isReplaced { pool.report(.demoted) }
                    return .ending(call, ending)
                }
                // The connection is released before the caller is answered, because the caller may
                // make its next call at once.
                pool.report(.released(id))
                tell(call, ending)
            }
        }
        return .nothing
    }

    /// True if the call failed because the server accepts no writes, while another server may.
    private func isElsewhere(_ ending: TransactionRunner.Ending) -> Bool {
        guard case .neverRan(let error) = ending else { return false }
        return error.sqlState == StoreError.readOnlyServer
    }

    /// Sleeps until there is an order; returns `nil` if the connection ends meanwhile.
    private func nextOrder(_ connection: PostgreSQLConnection) -> Order? {
        while true {
            let order: Order? = state.withLock { state in
                guard state.orders.isEmpty else { return state.orders.removeFirst() }
                state.isAsleep = true
                return nil
            }
            if let order { return order }
            let ending = wakeUp.wait(for: connection.socket, Int32(POLLIN), until: .never)
            if ending == .ready, !connection.isAlive() { return nil }
        }
    }

    /// Runs a call; returns `nil` if the call was cancelled before.
    private func run(
        _ call: PooledCall,
        _ runner: TransactionRunner
    ) -> TransactionRunner.Ending? {
        let connection = runner.connection
        if connection.isReplaced { return .neverRan(connection.replaced()) }
        guard call.begin() else { return nil }
        call.interrupt(with: connection.interruption)
        state.withLock { $0.running = (call, connection.interruption) }
        let ending = runner.run(call)
        state.withLock { $0.running = nil }
        call.interrupt(with: nil)
        connection.interruption.reset()
        // A connection that is still in a transaction must not run another call.
        if connection.isInTransaction { _ = connection.lost() }
        return ending
    }

    private func tell(_ call: PooledCall, _ ending: TransactionRunner.Ending) {
        switch ending {
        case .answered: call.answer()
        case .abandoned(let error): call.abandon(error)
        case .neverRan(let error): pool.submitAgain(call, error)
        case .displaced(let error): pool.submitAgain(call, error, isSlow: true)
        }
    }

    private func check(_ connection: PostgreSQLConnection) -> Bool {
        let patience = connection.patience
        defer { connection.patience = patience }
        connection.patience = PostgreSQLConnection.grace
        do throws(StoreError) {
            try Exchange("SELECT 1", on: connection).finish()
            return true
        } catch {
            return false
        }
    }

    /// Marks the thread as ended, and passes calls that it has not begun back to the pool.
    private func abandonOrders() {
        let orders = state.withLock { state in
            state.isOver = true
            defer { state.orders = [] }
            return state.orders
        }
        for case .run(let call) in orders { pool.submitAgain(call, Self.end) }
    }

    /// The error of a call whose connection ended before the call began.
    static var end: StoreError {
        StoreError(.connectionLost, "the connection ended before the call began")
    }
}
