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
/// Only the look-up of a name while connecting blocks in libpq: every wait is a `poll` that a
/// deadline or a ring of ``WakeupPipe`` ends. In pipeline mode several statements are sent
/// together, and their results come back in the same order up to a mark, the *sync*.
///
/// A connection on which anything but a statement failed is *broken*: it is closed and never used
/// again. So is one for which a cancellation was sent, because that may arrive late and hit the
/// next statement.
@safe
final class PostgreSQLConnection {
    /// The longest time for the server to answer a cancellation, or to respond after a statement's
    /// own time is over.
    static var grace: Duration { .seconds(5) }
    /// The oldest server version that has the pipeline mode and the functions in use.
    private static var oldestVersion: Int32 { 140_000 }

    private let hosts: ServerHosts
    let options: PostgreSQLStore.Options
    /// The position in the log that a standby is known to have reached.
    var replayed: LogPlace?
    let wakeUp: WakeupPipe
    let interruption: Interruption
    var prepared = PreparedStatements()
    /// True if the connection must be closed.
    private(set) var isBroken = false
    /// The longest time for one statement before the connection is given up; `nil` for no limit.
    var patience: Duration?
    /// Decides about a commit that exhausts the patience; `nil` to give the connection up then.
    var lateness: Lateness?
    private let handle: OpaquePointer
    /// The server; `nil` if it does not identify itself.
    private var identity: ServerIdentity?
    private var hasSentCancellation = false
    /// The number of times that the connection sent something and waited for the answer.
    private var roundTrips = 0

    // MARK: - Connecting

    /// Connects to the first host that accepts; if none does, the error has the reasons of all.
    ///
    /// The first connection asks all hosts, because several may believe themselves to be the
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
            // A host that has refused is not asked again.
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
                // A host that may accept soon matters more than those that never will.
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
        // The text of a refusal then contains its code.
        _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        if let reasons = unsafe connect(handle, wakeUp, until: .after(time)) {
            unsafe PQfinish(handle)
            throw StoreError(refusal: reasons)
        }
        _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        return try unsafe PostgreSQLConnection(handle, address, options, wakeUp, within: time)
    }

    /// Takes over a connection that the server has accepted.
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
        // Before the settings, which may allow a statement less time than this one takes.
        identity = try ServerIdentity.of(self)
        if !options.isBehindPooler { try send(options.settings(isLocal: false)) }
        patience = options.statementTimeout.map { $0 + Self.grace }
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// The reason to look for another server.
    private var refusal: String? { identity.flatMap { hosts.refusal(of: $0) } }

    /// True if another server has taken this one's place meanwhile.
    var isReplaced: Bool { identity.map { hosts.haveReplaced($0) } ?? false }

    /// Marks a connection as broken because its server was replaced.
    func replaced() -> StoreError {
        lost(.connectionLost, "another server has taken this one's place")
    }

    private static var silence: String { "the server did not let us in within the time" }

    /// Connects; returns the messages of libpq if that was not possible.
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

    /// Runs statements of the store itself, whose rows are ignored.
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

    /// True if the server or the network ended the connection.
    var isGone: Bool { unsafe PQstatus(handle) == CONNECTION_BAD }

    private var message: String { unsafe Self.lines(of: handle).joined(separator: "; ") }

    /// The lines of libpq's message; they may show host, port, user and database.
    private static func lines(of handle: OpaquePointer) -> [String] {
        let text = unsafe String(cString: PQerrorMessage(handle))
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Marks the connection as broken and returns the error for that.
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

    /// Ends a group of statements with a mark; an error before it affects nothing after it.
    func sync() throws(StoreError) {
        guard unsafe PQpipelineSync(handle) == 1 else { throw lost() }
        roundTrips += 1
    }

    /// Returns the number of round trips since the last such call.
    func takeRoundTrips() -> Int {
        defer { roundTrips = 0 }
        return roundTrips
    }

    /// Makes the rows of the current statement come one by one.
    func readRowByRow() {
        unsafe PQsetSingleRowMode(handle)
    }

    // MARK: - Receiving

    /// The next result; `nil` at the end of a statement's.
    ///
    /// - Parameter isCancellable: True if an interruption makes the server stop the statement.
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

    /// The error that a result represents, in the light of the requests made to the server.
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

    /// Reads data that the server sends unasked; `false` once the connection has ended.
    func isAlive() -> Bool {
        guard !isBroken, unsafe PQconsumeInput(handle) == 1,
            unsafe PQstatus(handle) == CONNECTION_OK
        else {
            isBroken = true
            return false
        }
        return true
    }

    /// Waits without doing anything; an interruption ends the wait.
    func rest(_ time: Duration) {
        let deadline = Deadline.after(time)
        while !interruption.isFired, !deadline.isOver {
            _ = wakeUp.wait(for: -1, Int32(POLLIN), until: deadline)
        }
    }

    /// The oldest notification that has arrived and was not taken.
    func takeNotification() -> (channel: String, payload: String)? {
        guard let notification = unsafe PQnotifies(handle) else { return nil }
        defer { unsafe PQfreemem(notification) }
        return unsafe (
            String(cString: notification.pointee.relname),
            String(cString: notification.pointee.extra)
        )
    }
}
