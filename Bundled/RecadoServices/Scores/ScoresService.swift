// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
public import RecadoEndpoints
import RecadoHTTP
import RecadoServerStore
public import RecadoStore

/// The implementation of the scores, which answers like the Rails application that an iOS course
/// used.
///
/// ```swift
/// let scores = try await ScoresService(store: store)
/// let application = try Application([videoclub.service, scores.service])
/// ```
///
/// The service has no prefix. Unless it is restricted to its own paths, it answers every path that
/// no other service answers, as Rails does.
public struct ScoresService: Sendable {
    /// The store of the scores.
    let store: any StoreNotifications
    /// The cache of the best three scores.
    let top: TopScoresCache
    /// The feed of the best three for clients that watch them.
    let live: LiveFeed<[Score]>
    /// Returns the current Unix time.
    private let now: @Sendable () -> Int64
    /// The databases that handlers use.
    private let shards: ShardedStore
    /// True to answer paths that no other service answers, as Rails does.
    let answersUnknownPaths: Bool

    /// The channel that is notified when the best three have changed.
    static let channel: Channel = "scores"
    /// The greatest number of scores on one page of the list.
    static let pageLimit = 10_000
    /// The greatest number of characters in a name, the length of a Rails `string` in MySQL.
    static let nameLimit = 255

    /// Opens the service, and brings the schema up to date.
    ///
    /// The table has its own migration history, so that it can share a database with other
    /// services.
    ///
    /// - Parameters:
    ///   - store: The store of the scores, on SQLite or PostgreSQL.
    ///   - others: Other PostgreSQL stores to divide the scores among, by the players' names; none
    ///     by default. Their order must never change: a score's number contains a slot that is
    ///     derived from the player's name, and this order maps the slots to databases.
    ///   - answersUnknownPaths: True, the default, to answer `/` and all paths that no other
    ///     service answers, like a Rails application that has only the scores; false to answer
    ///     only paths that begin like the declared ones, such as `/scores`.
    ///   - now: The current Unix time; by default the system's clock.
    ///   - report: Called with errors of the store; does nothing by default.
    /// - Throws: `StoreError` when the store fails.
    public init(
        store: any StoreNotifications,
        dividedWith others: [any StoreNotifications] = [],
        answersUnknownPaths: Bool = true,
        now: (@Sendable () -> Int64)? = nil,
        report: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) async throws(StoreError) {
        self.store = store
        self.answersUnknownPaths = answersUnknownPaths
        self.now = now ?? { Timestamp.now() }
        let (top, shards) = (TopScoresCache(), ShardedStore(store, others, report: report))
        (self.top, self.shards) = (top, shards)
        live = LiveFeed(of: [store] + others, on: Self.channel) { last in
            // This closure and the task below get the same notification in either order, so both
            // clear the cache.
            top.forget()
            let scores = try await top.answer(from: shards).scores
            return scores == last ? nil : scores
        }
        for store in [store] + others {
            try await store.migrate(ScoresSchema.migrations)
            let news = try await store.notifications(on: Self.channel)
            // The task is needed because other processes can change the best three. It ends when
            // the store is closed.
            Task {
                for await _ in news { top.forget() }
                top.close()
            }
        }
    }

    /// The endpoints with their handlers.
    public var service: Service {
        var service = Service(Scores.api)
        service.serve(watch)
        service.serve(tops3)
        service.serve(addScore)
        service.serve(play)
        service.serve(
            RailsHandler(scores: self),
            for: Scores.api.endpoints.filter {
                $0 != WatchTopScores.self && $0 != Top3AsXml.self && $0 != AddScore.self
                    && $0 != PlayGame.self
            }
        )
        return service
    }

    // MARK: - Reading

    /// Returns a page of the scores, ordered by number.
    func page(_ number: Int) async throws(HandlerError<Never>) -> ScorePage {
        let (offset, overflows) = (number - 1).multipliedReportingOverflow(by: Self.pageLimit)
        guard !overflows, offset < .max - Self.pageLimit else { return ScorePage() }
        if shards.isDivided { return try await dividedPage(at: offset) }
        return try await shards.shards[0].read { transaction throws(TransactionError<Never>) in
            guard let first = try transaction.scoreNumber(at: offset) else { return ScorePage() }
            let end = try transaction.scoreNumber(at: offset + Self.pageLimit)
            let range = ScorePage.range(from: first, before: end)
            let batch = try transaction.scores(range)
            return ScorePage(batch, of: range, hasMore: end != nil)
        }
    }

    /// Returns a page of the scores of several databases.
    private func dividedPage(at offset: Int) async throws(HandlerError<Never>) -> ScorePage {
        let rows = NumberedRows.scores
        guard let first = try await shards.number(at: offset, of: rows) else { return ScorePage() }
        let end = try await shards.number(at: offset + Self.pageLimit, of: rows)
        let range = ScorePage.range(from: first, before: end)
        let batch = try await batch(range)
        return ScorePage(batch, of: range, hasMore: end != nil)
    }

    private func batch(
        _ range: RowRange
    ) async throws(HandlerError<Never>) -> RowBatch<ScoreRecord> {
        try await shards.batch(range) {
            transaction,
            range throws(TransactionError<Never>) in try transaction.scores(range)
        }
    }

    /// Returns the text of some scores of a list, and the range of the scores after them.
    ///
    /// Scores are encoded on the thread that reads them, to keep the work off the event loops.
    func text(
        of range: RowRange,
        in list: ScoreList,
        isFirst: Bool
    ) async throws(HandlerError<Never>) -> (text: [UInt8], rest: RowRange?) {
        if shards.isDivided {
            let batch = try await batch(range)
            return (list.text(of: batch.rows.map(\.score), isFirst: isFirst), batch.rest)
        }
        return try await shards.shards[0].read { transaction throws(TransactionError<Never>) in
            let batch = try transaction.scores(range)
            return (list.text(of: batch.rows.map(\.score), isFirst: isFirst), batch.rest)
        }
    }

    /// Returns the best three scores, encoded as JSON and XML.
    func topScores() async throws(HandlerError<Never>) -> TopAnswer {
        try await top.answer(from: shards)
    }

    /// Returns the best three scores, for SOAP callers.
    func tops3(_ call: Top3AsXml) async throws(HandlerError<Never>) -> [Score] {
        try await topScores().scores
    }

    /// Returns a score.
    func score(_ id: Int) async throws(HandlerError<ScoreMissing>) -> Score {
        try await shards[ShardKey(number: id)].read {
            transaction throws(TransactionError<ScoreMissing>) in
            guard let record = try transaction.score(id) else { throw .failed(.noSuchScore) }
            return record
        }.score
    }

    // MARK: - Writing

    /// Adds a score.
    func add(_ fields: ScoreFields) async throws(HandlerError<Never>) -> Score {
        let time = Int(now())
        let key = ShardKey(fields.name ?? "")
        let (id, isTop) = try await shards[key].insert(
            fields,
            at: time,
            telling: Self.channel,
            in: shards.isDivided ? key : nil
        )
        if isTop { top.forget() }
        return ScoreRecord(id: id, fields: fields, at: time).score
    }

    /// Adds a score, for SOAP callers.
    func addScore(_ call: AddScore) async throws(HandlerError<Never>) -> Score {
        try await add(ScoreFields(name: call.score.name, total: call.score.total))
    }

    /// Changes a score; if no value changes, the time of the last change stays the same.
    func change(
        _ id: Int,
        _ changes: ScoreChanges
    ) async throws(HandlerError<ScoreMissing>) -> Score {
        let time = Int(now())
        let (record, isTop) = try await shards[ShardKey(number: id)].write {
            transaction throws(TransactionError<ScoreMissing>) in
            guard var record = try transaction.score(id) else { throw .failed(.noSuchScore) }
            let fields = changes.applied(to: record.fields)
            guard fields != record.fields else { return (record, false) }
            var isTop = try transaction.topNumbers().contains(id)
            try transaction.update(id, fields, at: max(time, record.createdAt))
            if !isTop { isTop = try transaction.topNumbers().contains(id) }
            if isTop { try transaction.notify(Self.channel) }
            record.fields = fields
            record.updatedAt = max(time, record.createdAt)
            return (record, isTop)
        }
        if isTop { top.forget() }
        return record.score
    }

    /// Removes a score.
    func remove(_ id: Int) async throws(HandlerError<ScoreMissing>) {
        let isTop = try await shards[ShardKey(number: id)].write {
            transaction throws(TransactionError<ScoreMissing>) in
            guard try transaction.score(id) != nil else { throw .failed(.noSuchScore) }
            let isTop = try transaction.topNumbers().contains(id)
            try transaction.deleteScore(id)
            if isTop { try transaction.notify(Self.channel) }
            return isTop
        }
        if isTop { top.forget() }
    }
}
