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

/// A connection in libpq's pipeline mode, driven by the thread that opened it.
///
/// The only blocking call into libpq is name resolution while connecting. Every other wait is a
/// `poll`, which a deadline or a ring of ``WakeupPipe`` ends. In pipeline mode several statements
/// are sent together, and their results return in the same order, followed by a mark, the *sync*.
///
/// If anything but a statement fails, the connection is *broken*: it is closed and never used
/// again. A connection for which a cancellation was sent is broken too, because the cancellation
/// may arrive late and stop the next statement.
@safe
final class PostgreSQLConnection {
    /// The longest time for the server to answer a cancellation, or to respond after a statement's
    /// timeout.
    static var grace: Duration { .seconds(5) }
    /// The oldest server version that has the functions that the store uses.
    private static var oldestVersion: Int32 { 140_000 }

    private let hosts: ServerHosts
    let options: PostgreSQLStore.Options
    /// The last known log position of the server, if it is a standby.
    var replayed: ServerLogPosition?
    let wakeUp: WakeupPipe
    let interruption: Interruption
    var prepared = PreparedStatements()
    /// True if the connection must be closed.
    private(set) var isBroken = false
    /// The longest wait for the server's answer before the connection is closed; `nil` for no
    /// limit.
    var patience: Duration?
    /// The policy for a commit that exceeds `patience`; `nil` to close the connection in this case.
    var lateness: LateCommitPolicy?
    private let handle: OpaquePointer
    /// The server; `nil` if it does not identify itself.
    private var identity: ServerIdentity?
    private var hasSentCancellation = false
    /// The number of times that the connection has sent something and waited for the answer.
    private var roundTrips = 0

    // MARK: - Connecting

    /// Connects to the first host that accepts.
    ///
    /// The first connection asks all hosts, because several may consider themselves the primary.
    ///
    /// - Throws: A `StoreError`, whose message has the reason of each host.
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
            let (host, start, isAgain) = (attempt.host, ContinuousClock.now, number >= hosts.count)
            if latest != nil, !asksAll || isAgain { break }
            // A host that has refused is not tried again.
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
                if isAgain, error.message == Self.silence {
                    hosts.noteSilence(of: host, since: start)
                }
                // The error of a host that may accept soon takes precedence over others.
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
        // The verbose message of a refusal contains the SQLSTATE.
        _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        if let reasons = unsafe connect(handle, wakeUp, until: .after(time)) {
            unsafe PQfinish(handle)
            throw StoreError(refusal: reasons)
        }
        _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        return try unsafe PostgreSQLConnection(handle, address, options, wakeUp, within: time)
    }

    /// Sets up a connection that the server has accepted.
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
        // The identity is read before the settings are sent, because their time limit may be too
        // short for this query.
        identity = try ServerIdentity.of(self)
        if !options.isBehindPooler { try send(options.settings(isLocal: false)) }
        patience = options.statementTimeout.map { $0 + Self.grace }
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// The reason to look for another server; `nil` if this server may be used.
    private var refusal: String? { identity.flatMap { hosts.refusal(of: $0) } }

    /// True if another server has since become the primary in place of this one.
    var isReplaced: Bool { identity.map { hosts.haveReplaced($0) } ?? false }

    /// Marks the connection as broken because its server was replaced, and returns the error.
    func replaced() -> StoreError {
        lost(.connectionLost, "another server has taken this one's place")
    }

    private static var silence: String { "the server did not let us in within the time" }

    /// Connects; returns libpq's messages if that fails, otherwise `nil`.
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

    /// Runs a statement of the store itself and ignores its rows.
    private func send(_ statement: Statement) throws(StoreError) {
        let exchange = try Exchange(statement, on: self)
        while try exchange.next() {}
        try exchange.finish()
    }

    // MARK: - State

    var socket: Int32 { unsafe PQsocket(handle) }

    /// The process ID of the server's process for this connection.
    var processID: Int32 { unsafe PQbackendPID(handle) }

    var isInTransaction: Bool { unsafe PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// True if the server or the network ended the connection.
    var isGone: Bool { unsafe PQstatus(handle) == CONNECTION_BAD }

    private var message: String { unsafe Self.lines(of: handle).joined(separator: "; ") }

    /// Returns the lines of libpq's message, which may show host, port, user and database.
    private static func lines(of handle: OpaquePointer) -> [String] {
        let text = unsafe String(cString: PQerrorMessage(handle))
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Marks the connection as broken and returns the error that says so.
    func lost(_ code: StoreError.Code = .connectionLost, _ reason: String? = nil) -> StoreError {
        isBroken = true
        return StoreError(code, reason ?? (message.isEmpty ? "the connection ended" : message))
    }

    // MARK: - Sending

    /// Adds a request to the pipeline.
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

    /// Ends a group of statements with a sync mark; the statements after the mark are run even if
    /// one before it has failed.
    func sync() throws(StoreError) {
        guard unsafe PQpipelineSync(handle) == 1 else { throw lost() }
        roundTrips += 1
    }

    /// Returns the number of round trips since the last call of this method.
    func takeRoundTrips() -> Int {
        defer { roundTrips = 0 }
        return roundTrips
    }

    /// Makes libpq return the rows of the current statement one by one.
    func readRowByRow() {
        unsafe PQsetSingleRowMode(handle)
    }

    // MARK: - Receiving

    /// Waits for the next result; returns `nil` at the end of each statement's results.
    ///
    /// - Parameter isCancellable: True if an interruption may stop the statement on the server.
    /// - Returns: A result, which the caller must clear.
    /// - Throws: An error about the connection, which is then broken.
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

    /// Waits for the mark that ends a group of statements.
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

    /// Returns the error of a result; `cancelled` if the server stopped the statement at this
    /// client's request.
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

    /// Reads data that the server has sent while the connection was idle; returns `false` if the
    /// connection has ended.
    func isAlive() -> Bool {
        guard !isBroken, unsafe PQconsumeInput(handle) == 1,
            unsafe PQstatus(handle) == CONNECTION_OK
        else {
            isBroken = true
            return false
        }
        return true
    }

    /// Waits until a time has passed or the call is interrupted.
    func rest(_ time: Duration) {
        let deadline = Deadline.after(time)
        while !interruption.isFired, !deadline.isOver {
            _ = wakeUp.wait(for: -1, Int32(POLLIN), until: deadline)
        }
    }

    /// Takes the oldest notification that has arrived; returns `nil` if there is none.
    func takeNotification() -> (channel: String, payload: String)? {
        guard let notification = unsafe PQnotifies(handle) else { return nil }
        defer { unsafe PQfreemem(notification) }
        return unsafe (
            String(cString: notification.pointee.relname),
            String(cString: notification.pointee.extra)
        )
    }
}
