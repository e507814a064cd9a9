// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// Runs calls on the thread of a connection, and repeats transactions after conflicts.
struct TransactionRunner {
    /// The outcome of a call, which the caller gets once the connection is free again.
    enum Ending {
        /// The closure returned or threw, and the caller gets that result.
        case answered
        /// The caller gets an error that does not come from the closure.
        case abandoned(StoreError)
        /// The call had no effect, because its connection cannot run it; another connection runs
        /// it.
        case neverRan(StoreError)
        /// The read was interrupted in favor of others, and must start again.
        case displaced(StoreError)
    }

    /// The outcome of one attempt to run a transaction.
    private enum Attempt {
        case kept
        /// The closure threw; the value is the store's error if that error made the closure throw.
        case refused(StoreError?)
        /// The closure returned, but the transaction was not committed.
        case failed(StoreError)

        var error: StoreError? {
            switch self {
            case .kept: nil
            case .refused(let error): error
            case .failed(let error): error
            }
        }
    }

    /// The first key of the store's advisory locks: the bytes of `Reca` as an integer.
    static var lockClass: Int32 { 0x5265_6361 }
    /// The second key of the advisory lock that repeated transactions hold.
    static var retryLock: Int32 { 1 }

    let connection: PostgreSQLConnection
    /// The number of the store's transactions that are being repeated.
    let collisions: Collisions
    /// The statements that are known as the only statement of a reading call.
    let singleReads: SingleStatementReads
    /// Records the first statement of a read, and whether the read was slow.
    let noteRead: @Sendable (_ sql: String, _ isSlow: Bool) -> Void
    /// Returns true unless the store is being closed.
    let goesOn: @Sendable () -> Bool
    let note: @Sendable (_ change: (inout PostgreSQLStore.Statistics) -> Void) -> Void

    private var options: PostgreSQLStore.Options { connection.options }

    /// Runs a call that has begun, and repeats it after conflicts.
    func run(_ call: PooledCall) -> Ending {
        guard let opening = call.kind.opening(options) else { return runBare(call) }
        var number = 1
        var hasTurn = false
        defer { if number > 1 { collisions.end() } }
        do throws(StoreError) {
            if call.kind == .write, collisions.isAny { hasTurn = try takeTurn() }
            while true {
                let session = PostgreSQLSession(
                    connection,
                    opening: opening,
                    isReading: call.kind == .read,
                    singleReads: call.kind == .read && number == 1 ? singleReads : nil
                )
                let start = ContinuousClock.now
                let attempt = attemptOnce(call, session)
                if call.kind == .read { note(session, attempt, of: call, since: start) }
                if let ending = makingRoom(call, attempt) {
                    if hasTurn { _ = connection.lost() }
                    return ending
                }
                if session.isMistaken, !connection.isBroken {
                    session.noteMistake()
                    continue
                }
                if let ending = endingElsewhere(attempt, session, call, number) { return ending }
                guard let error = attempt.error, mayRepeat(error, number) else {
                    if hasTurn { giveTurnBack() }
                    return end(attempt)
                }
                note { $0.retries += 1 }
                if number == 1 { collisions.begin() }
                number += 1
                if !hasTurn { hasTurn = try takeTurn() }
                rest(number, hasTurn: hasTurn)
            }
        } catch {
            return makingRoom(call, nil) ?? .abandoned(error)
        }
    }

    /// Records the number of statements of a read, and whether it was slow.
    private func note(
        _ session: PostgreSQLSession,
        _ attempt: Attempt,
        of call: PooledCall,
        since start: ContinuousClock.Instant
    ) {
        singleReads.note(call.closureType, isLone: session.isLone)
        guard let first = session.first else { return }
        if case .kept = attempt {
            let isFast = start.duration(to: .now) < SlowStatements.poolPatience
            if isFast { noteRead(first, false) }
        } else if connection.interruption.isDisplacing {
            noteRead(first, true)
        }
    }

    /// Returns the ending of a read that was interrupted in favor of others; `nil` for other calls.
    private func makingRoom(_ call: PooledCall, _ attempt: Attempt?) -> Ending? {
        guard call.kind == .read, connection.interruption.isDisplacing else { return nil }
        if case .kept? = attempt { return nil }
        return .displaced(StoreError(.overloaded, "the read made room, and cannot begin anew"))
    }

    /// Returns the ending of a call that must run again on another connection; `nil` for other
    /// calls.
    private func endingElsewhere(
        _ attempt: Attempt,
        _ session: PostgreSQLSession,
        _ call: PooledCall,
        _ number: Int
    ) -> Ending? {
        guard number == 1, let error = attempt.error else { return nil }
        if connection.isGone, !session.hasAnswered, !session.mayBeCommitted {
            return .neverRan(error)
        }
        // A server that refuses writes has become a standby, so another server may be the primary.
        guard call.kind == .write, error.sqlState == StoreError.readOnlyServer else { return nil }
        _ = connection.lost()
        let reason = "the server takes no writes: \(error.message)"
        return .neverRan(StoreError(.cannotOpen, reason, sqlState: error.sqlState))
    }

    private func end(_ attempt: Attempt) -> Ending {
        let roundTrips = connection.takeRoundTrips()
        let isKept = if case .kept = attempt { true } else { false }
        note { statistics in
            statistics.roundTrips += roundTrips
            if isKept { statistics.commits += 1 } else { statistics.rollbacks += 1 }
        }
        return if case .failed(let error) = attempt { .abandoned(error) } else { .answered }
    }

    /// Runs a call once.
    private func attemptOnce(_ call: PooledCall, _ session: PostgreSQLSession) -> Attempt {
        connection.lateness = call.kind == .write ? lateness(of: call) : nil
        defer { connection.lateness = nil }
        guard call.run(in: session) else {
            rollBack(session)
            return .refused(session.failure)
        }
        do throws(StoreError) {
            if let failure = session.failure { throw failure }
            guard !session.mayBeCommitted else { return .kept }
            // From here on, the caller cannot cancel the call.
            call.interrupt(with: nil)
            guard !connection.interruption.isFired else {
                throw .cancellation
            }
            // If another server has become the primary, anything written here would be lost.
            if call.kind == .write, connection.isReplaced { throw connection.replaced() }
            try session.commit()
            return .kept
        } catch {
            rollBack(session)
            call.interrupt(with: connection.interruption)
            return .failed(error)
        }
    }

    private func rollBack(_ session: PostgreSQLSession) {
        connection.lateness = nil
        session.rollBack()
    }

    /// Returns the policy for a late commit: the caller gets an error, but the commit may still
    /// succeed.
    private func lateness(of call: PooledCall) -> LateCommitPolicy {
        LateCommitPolicy(while: goesOn) { call.abandon(.lateCommit) }
    }

    private func mayRepeat(_ error: StoreError, _ number: Int) -> Bool {
        guard number < options.attempts, !connection.isBroken, !connection.interruption.isFired
        else { return false }
        // 0A000 and 26000: the plan of a prepared statement is outdated or missing.
        return error.code == .serialization || error.sqlState == "26000"
            || error.sqlState == "0A000" && number == 1
    }

    // MARK: - Turns

    /// Waits for the turn of a repeated transaction; returns `false` if transactions take no turns,
    /// because the store is behind a pooler.
    ///
    /// Transactions that conflicted are repeated one after the other, across all processes: each
    /// takes a session-level advisory lock before its snapshot. While a store repeats a
    /// transaction, new writes of that store also wait for their turn, so that they do not cause
    /// the same conflict again. Without conflicts nobody waits. With many conflicts every write
    /// waits, and the database has a single writer, as SQLite has.
    private func takeTurn() throws(StoreError) -> Bool {
        guard !options.isBehindPooler else { return false }
        try PostgreSQLSession(connection, opening: nil).control(
            "SELECT pg_advisory_lock(\(Self.lockClass)::int, \(Self.retryLock)::int)"
        )
        return true
    }

    /// Waits for a random time before the next attempt, if transactions take no turns or ten
    /// attempts have failed.
    ///
    /// Attempts can fail in spite of the turn, because writers of other programs cause conflicts.
    private func rest(_ number: Int, hasTurn: Bool) {
        guard !hasTurn || number > 10 else { return }
        let bound = min(1 << min(number, 16), 100)
        connection.rest(.milliseconds(Int.random(in: 0...bound)))
    }

    private func giveTurnBack() {
        guard !connection.isBroken else { return }
        let lock = PostgreSQLSession(connection, opening: nil)
        do throws(StoreError) {
            try lock.control(
                "SELECT pg_advisory_unlock(\(Self.lockClass)::int, \(Self.retryLock)::int)"
            )
        } catch {
            _ = connection.lost()
        }
    }

    // MARK: - Bare calls

    private func runBare(_ call: PooledCall) -> Ending {
        let session = PostgreSQLSession(connection, opening: nil)
        _ = call.run(in: session)
        return .answered
    }
}
