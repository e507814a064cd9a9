// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoPQ
import RecadoStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One connection, in libpq's pipeline mode, driven by the thread that made it.
///
/// Nothing here blocks in libpq but the look-up of a name while connecting: every wait is a `poll`
/// that a deadline or a ring of ``WakeupPipe`` ends. In pipeline mode several statements travel
/// together, and their results come back in the same order up to a mark, the *sync*.
///
/// A connection on which anything went wrong other than a statement is *broken*: it is closed
/// and never used again. So is one that a cancellation was sent for, because that may arrive late
/// and hit the next statement.
@safe
final class PostgreSQLConnection {
    /// The longest time for the server to answer a cancellation, or to respond after a statement's
    /// own time is over.
    static var grace: Duration { .seconds(5) }
    /// The oldest server version that has the pipeline mode and the functions in use.
    private static var oldestVersion: Int32 { 140_000 }

    private let hosts: ServerHosts
    let options: PostgreSQLStore.Options
    /// The place of the log up to which a standby is known to have come.
    var replayed: LogPlace?
    let wakeUp: WakeupPipe
    let interruption: Interruption
    var prepared = PreparedStatements()
    /// Whether it must be closed.
    private(set) var isBroken = false
    /// The longest time for one statement before the connection is given up; `nil` for no limit.
    var patience: Duration?
    /// The end of patience with a commit, which goes on; `nil` to give the connection up then.
    var lateness: Lateness?
    private let handle: OpaquePointer
    /// The server; `nil` where it does not tell.
    private var identity: ServerIdentity?
    private var hasSentCancellation = false
    /// The number of times that something was sent whose answer is waited for.
    private var roundTrips = 0

    // MARK: - Connecting

    /// Connects to the first host that lets us in; the others' reasons are told if none does.
    ///
    /// All hosts are asked by the first one that connects: several may take themselves for the
    /// primary.
    ///
    /// - Throws: A `StoreError`, which has each host's reason.
    static func open(
        _ address: ServerAddress,
        _ options: PostgreSQLStore.Options,
        _ wakeUp: WakeupPipe
    ) throws(StoreError) -> PostgreSQLConnection {
        let hosts = address.hosts
        var reasons: [Int: String] = [:]
        var latest: PostgreSQLConnection?
        var failure: StoreError?
        let asksAll = hosts.asksAll
        for (number, attempt) in hosts.attempts(within: options.connectTimeout).enumerated() {
            let host = attempt.host
            if latest != nil, !asksAll || number >= hosts.count { break }
            // One that has refused is not asked again.
            if let reason = reasons[host], reason != Self.silence { continue }
            do throws(StoreError) {
                let connection = try connect(to: host, attempt.time, address, options, wakeUp)
                reasons[host] = connection.refusal
                guard reasons[host] == nil, latest?.isReplaced ?? true else { continue }
                hosts.note(host)
                latest = connection
            } catch {
                guard hosts.count > 1, error.code != .outOfMemory else { throw error }
                reasons[host] = error.message
                // One that may let us in soon is worth more than those that never will.
                if failure?.mayLetInSoon != true { failure = error }
            }
        }
        if asksAll { hosts.noteAllAsked() }
        if let latest { return latest }
        let text = reasons.sorted { $0.key < $1.key }.map(\.value).joined(separator: "; ")
        throw StoreError(.cannotOpen, text, sqlState: failure?.sqlState)
    }

    /// Connects to one of the hosts.
    private static func connect(
        to host: Int,
        _ time: Duration,
        _ address: ServerAddress,
        _ options: PostgreSQLStore.Options,
        _ wakeUp: WakeupPipe
    ) throws(StoreError) -> PostgreSQLConnection {
        guard let handle = unsafe address.start(host) else {
            throw StoreError(.outOfMemory, "there is no memory for a connection")
        }
        // The words of a refusal have its code then.
        _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        if let reasons = unsafe connect(handle, wakeUp, until: .after(time)) {
            unsafe PQfinish(handle)
            throw StoreError(refusal: reasons)
        }
        _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        return try unsafe PostgreSQLConnection(handle, address, options, wakeUp, within: time)
    }

    /// Takes over a connection that the server has let in.
    private init(
        _ handle: OpaquePointer,
        _ address: ServerAddress,
        _ options: PostgreSQLStore.Options,
        _ wakeUp: WakeupPipe,
        within time: Duration
    ) throws(StoreError) {
        hosts = address.hosts
        self.options = options
        self.wakeUp = wakeUp
        interruption = Interruption(wakeUp)
        patience = time
        unsafe self.handle = unsafe handle
        unsafe recado_pq_silence(handle)
        guard unsafe PQsetnonblocking(handle, 1) == 0, unsafe PQenterPipelineMode(handle) == 1
        else { throw lost() }
        guard unsafe PQserverVersion(handle) >= Self.oldestVersion else {
            throw StoreError(.cannotOpen, "the server is older than PostgreSQL 14")
        }
        // Before the settings, which may leave a statement less time than this one takes.
        identity = try ServerIdentity.of(self)
        if !options.isBehindPooler { try send(options.settings(isLocal: false)) }
        patience = options.statementTimeout.map { $0 + Self.grace }
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// The reason for which another server is to be looked for.
    private var refusal: String? { identity.flatMap { hosts.refusal(of: $0) } }

    /// Whether another server has taken this one's place meanwhile.
    var isReplaced: Bool { identity.map { hosts.haveReplaced($0) } ?? false }

    /// Marks a connection as broken whose server was replaced.
    func replaced() -> StoreError {
        lost(.connectionLost, "another server has taken this one's place")
    }

    private static var silence: String { "the server did not let us in within the time" }

    /// Connects; returns the reasons for which that was not possible.
    private static func connect(
        _ handle: OpaquePointer,
        _ wakeUp: WakeupPipe,
        until deadline: Deadline
    ) -> [String]? {
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard unsafe PQstatus(handle) != CONNECTION_BAD, state != PGRES_POLLING_FAILED else {
                return unsafe lines(of: handle)
            }
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            let socket = unsafe PQsocket(handle)
            switch wakeUp.wait(for: socket, Int32(events), until: deadline) {
            case .rung: continue
            case .timeIsUp: return [silence]
            case .ready: state = unsafe PQconnectPoll(handle)
            }
        }
        return nil
    }

    /// Runs statements of the store's own, whose rows do not matter.
    private func send(_ statement: Statement) throws(StoreError) {
        let exchange = try Exchange(statement, on: self)
        while try exchange.next() {}
        try exchange.finish()
    }

    // MARK: - State

    var socket: Int32 { unsafe PQsocket(handle) }

    /// The number of the server's process.
    var processID: Int32 { unsafe PQbackendPID(handle) }

    var isInTransaction: Bool { unsafe PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// Whether the server or the network ended it.
    var isGone: Bool { unsafe PQstatus(handle) == CONNECTION_BAD }

    private var message: String { unsafe Self.lines(of: handle).joined(separator: "; ") }

    /// libpq's words; they name host, port, user and database.
    private static func lines(of handle: OpaquePointer) -> [String] {
        let text = unsafe String(cString: PQerrorMessage(handle))
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Marks the connection as broken and tells why.
    func lost(_ code: StoreError.Code = .connectionLost, _ reason: String? = nil) -> StoreError {
        isBroken = true
        return StoreError(code, reason ?? (message.isEmpty ? "the connection ended" : message))
    }

    // MARK: - Sending

    /// Puts a statement into the pipeline, as it is or under the name that it was prepared with.
    func enqueue(_ request: Request, _ parameters: Parameters) throws(StoreError) {
        let isQueued =
            switch request {
            case .prepare(let name, let sql):
                unsafe parameters.withPointers {
                    unsafe PQsendPrepare(handle, name, sql, $0.count, $0.types)
                }
            case .run(let name):
                unsafe parameters.withPointers {
                    unsafe PQsendQueryPrepared(
                        handle,
                        name,
                        $0.count,
                        $0.values,
                        $0.lengths,
                        $0.formats,
                        0
                    )
                }
            case .text(let sql):
                unsafe parameters.withPointers {
                    unsafe PQsendQueryParams(
                        handle,
                        sql,
                        $0.count,
                        $0.types,
                        $0.values,
                        $0.lengths,
                        $0.formats,
                        0
                    )
                }
            }
        guard isQueued == 1 else { throw lost() }
    }

    /// Ends what belongs together; an error before it spoils nothing after it.
    func sync() throws(StoreError) {
        guard unsafe PQpipelineSync(handle) == 1 else { throw lost() }
        roundTrips += 1
    }

    /// Returns the round trips since they were asked for last.
    func takeRoundTrips() -> Int {
        defer { roundTrips = 0 }
        return roundTrips
    }

    /// Has the rows of the statement whose turn it is come one by one.
    func readRowByRow() {
        unsafe PQsetSingleRowMode(handle)
    }

    // MARK: - Receiving

    /// The next result; `nil` at the end of a statement's.
    ///
    /// - Parameter isCancellable: Whether an interruption has the server stop the statement.
    /// - Returns: A result, which the caller clears.
    /// - Throws: An error about the connection, which is broken then.
    func result(isCancellable: Bool) throws(StoreError) -> OpaquePointer? {
        var deadline = Deadline.after(patience)
        while unsafe PQisBusy(handle) == 1 {
            let unsent = unsafe PQflush(handle)
            guard unsent >= 0 else { throw lost() }
            if isCancellable, interruption.isFired, !hasSentCancellation {
                cancel()
                deadline = .after(Self.grace)
            }
            let events = unsent > 0 ? POLLIN | POLLOUT : POLLIN
            switch wakeUp.wait(for: socket, Int32(events), until: deadline) {
            case .rung: continue
            case .ready: break
            case .timeIsUp:
                if !isCancellable, lateness?.keepWaiting() == true {
                    deadline = .after(.seconds(1))
                    continue
                }
                let isCancelled = hasSentCancellation
                throw lost(
                    isCancelled ? .cancelled : .timedOut,
                    isCancelled ? "the task was cancelled" : "the server does not answer"
                )
            }
            guard unsafe PQconsumeInput(handle) == 1 else { throw lost() }
        }
        let result = unsafe PQgetResult(handle)
        if unsafe result == nil, isGone { throw lost() }
        return unsafe result
    }

    /// Waits for the mark that ends what belongs together.
    ///
    /// - Throws: The error of the commit, or one about the connection.
    func receiveMark() throws(StoreError) {
        var failure: StoreError?
        var nothings = 0
        while true {
            guard let result = try unsafe result(isCancellable: false) else {
                nothings += 1
                guard nothings < 3 else { throw lost() }
                continue
            }
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_PIPELINE_SYNC:
                if let failure { throw failure }
                return
            case PGRES_FATAL_ERROR:
                failure = unsafe error(result, sql: nil)
                if isGone { throw failure ?? lost() }
            default: break
            }
        }
    }

    private func cancel() {
        hasSentCancellation = true
        isBroken = true
        unsafe Cancellation.send(for: handle)
    }

    /// The error that a result stands for, in the light of what was asked of the server.
    func error(_ result: OpaquePointer, sql: String?) -> StoreError {
        if isGone {
            isBroken = true
            let state = unsafe recado_pq_sqlstate(result).map { unsafe String(cString: $0) }
            let code = state.map(StoreError.code(ofState:))
            let reason = unsafe String(cString: PQresultErrorMessage(result))
            return StoreError(
                code == .timedOut ? .timedOut : .connectionLost,
                reason.split(whereSeparator: \.isNewline).first.map(String.init)
                    ?? "the connection ended",
                sql: sql,
                sqlState: state
            )
        }
        let error = unsafe StoreError(result: result, sql: sql)
        guard error.sqlState == "57014", hasSentCancellation else { return error }
        return StoreError(.cancelled, "the task was cancelled", sql: sql, sqlState: "57014")
    }

    // MARK: - Idle

    /// Takes in what the server sends unasked; `false` once the connection has ended.
    func isAlive() -> Bool {
        guard !isBroken, unsafe PQconsumeInput(handle) == 1,
            unsafe PQstatus(handle) == CONNECTION_OK
        else {
            isBroken = true
            return false
        }
        return true
    }

    /// Waits, and does nothing; an interruption ends it.
    func rest(_ time: Duration) {
        let deadline = Deadline.after(time)
        while !interruption.isFired, !deadline.isOver {
            _ = wakeUp.wait(for: -1, Int32(POLLIN), until: deadline)
        }
    }

    /// The oldest notification that has come and was not taken.
    func takeNotification() -> (channel: String, payload: String)? {
        guard let notification = unsafe PQnotifies(handle) else { return nil }
        defer { unsafe PQfreemem(notification) }
        return unsafe (
            String(cString: notification.pointee.relname),
            String(cString: notification.pointee.extra)
        )
    }
}
