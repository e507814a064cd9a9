// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// The part of a cache that uses the network: it fetches, revalidates and stores answers.
struct CacheExchange: Sendable {
    let base: any Transport
    let store: any CacheStore
    let rules: CacheRules
    let now: @Sendable () -> HTTPDate

    /// Returns the key under which the answers for an address are stored.
    static func key(_ uri: URI) -> String { uri.withoutFragment.normalized.description }

    // MARK: - Passing through

    /// Sends a request that the cache cannot answer, and removes the entries that the answer
    /// invalidates.
    func pass(
        _ request: Request,
        _ timeouts: Timeouts,
        _ reason: CacheStatus.Forward
    ) async throws(TransportError) -> Response {
        var answer = try await base.send(request, timeouts: timeouts)
        for uri in rules.invalidated(by: answer, to: request) { store.remove(Self.key(uri)) }
        CallTrace.current?.note(.network)
        CacheStatus.forwarded(reason, answer.status).add(to: &answer.fields)
        return answer
    }

    /// Sends a request, and stores the answer if that is allowed.
    func fetch(
        _ request: Request,
        _ timeouts: Timeouts,
        _ reason: CacheStatus.Forward,
        key: String
    ) async throws(TransportError) -> Response {
        let requested = now()
        // The answer is requested in encoded form, because later calls may need more of it than the
        // decoded value.
        let answer = try await base.send(request.forWholeAnswer, timeouts: timeouts)
        return keep(answer, to: request, requested: requested, reason, key: key)
    }

    // MARK: - Revalidating

    /// Asks the server whether an entry is still valid; returns the entry or the new answer.
    func validate(
        _ entry: CacheEntry,
        _ request: Request,
        _ timeouts: Timeouts,
        key: String
    ) async throws(TransportError) -> Response {
        guard let conditions = entry.conditions(for: request) else {
            return try await fetch(request, timeouts, .stale, key: key)
        }
        let requested = now()
        var conditional = request.forWholeAnswer
        for name in Self.ownConditions { conditional.fields.removeAll(name) }
        for field in conditions { conditional.fields[field.name] = field.value }
        let answer: Response
        do {
            answer = try await base.send(conditional, timeouts: timeouts)
        } catch {
            guard Self.isFailure(error), let stale = substitute(entry, for: request, nil) else {
                throw error
            }
            return stale
        }
        if answer.status == .notModified, !conditions.isEmpty {
            return try await settle(entry, answer, request, timeouts, requested, key: key)
        }
        // An answer to HEAD has no content to replace the outdated entry with (RFC 9111 §4.3.5).
        let hasChanged = answer.status.isSuccess && !conditions.isEmpty
        if request.method == .head, hasChanged { store.remove(key) }
        if CacheRules.isFailure(answer.status),
            let stale = substitute(entry, for: request, answer.status)
        {
            return stale
        }
        return keep(answer, to: request, requested: requested, .stale, key: key)
    }

    /// Handles a 304 answer: the server confirms the entry, or another version that the caller has,
    /// or neither.
    private func settle(
        _ entry: CacheEntry,
        _ answer: Response,
        _ request: Request,
        _ timeouts: Timeouts,
        _ requested: HTTPDate,
        key: String
    ) async throws(TransportError) -> Response {
        if entry.isConfirmed(by: answer.fields, amongOthers: entry.asksForOthers(request)) {
            return confirm(entry, answer.fields, request, requested: requested, key: key)
        }
        // The server did not confirm the entry. If it confirmed a version that the caller has, the
        // caller gets the 304; otherwise the whole content is requested.
        store.remove(key)
        let own = EntityTagCondition(request.fields[values: .ifNoneMatch])
        let named = answer.fields[.eTag].flatMap { EntityTag($0) }
        if own?.matchesWeakly(named) == true {
            return keep(answer, to: request, requested: requested, .stale, key: key)
        }
        return try await fetch(request, timeouts, .stale, key: key)
    }

    /// Returns a stale entry in place of a failure, if that is allowed (RFC 5861 §4).
    private func substitute(
        _ entry: CacheEntry,
        for request: Request,
        _ answer: Status?
    ) -> Response? {
        let now = now()
        guard rules.isUsable(entry, onErrorOf: request, now: now) else { return nil }
        let status = CacheStatus.forwarded(.stale, answer, detail: "failed")
        return stored(entry, for: request, at: now, status: status)
    }

    /// Updates an entry with the fields of the 304 answer that confirms it.
    private func confirm(
        _ entry: CacheEntry,
        _ news: Fields,
        _ request: Request,
        requested: HTTPDate,
        key: String
    ) -> Response {
        let received = now()
        let updated = entry.updated(with: news, requested: requested, received: received)
        store.keep(updated, for: key)
        let status = CacheStatus.forwarded(.stale, .notModified)
        return stored(updated, for: request, at: received, status: status)
    }

    /// True if the network or the server caused the error; false if, for example, the caller
    /// cancelled.
    private static func isFailure(_ error: TransportError) -> Bool {
        switch error.kind {
        case .cannotResolve, .cannotConnect, .timedOut, .connectionLost, .tls, .protocolViolation:
            true
        default: false
        }
    }

    // MARK: - Answers

    /// Returns an entry as the answer to a request.
    func stored(
        _ entry: CacheEntry,
        for request: Request,
        at now: HTTPDate,
        status: CacheStatus? = nil
    ) -> Response {
        let age = entry.age(at: now)
        let remaining = entry.lifetime(rules.told(entry.fields), rules.options) - age
        var answer = entry.answer(to: request)
        answer.fields[.age] = String(age)
        (status ?? .hit(remaining: remaining)).add(to: &answer.fields)
        let isConfirmed = status?.isConfirmation ?? false
        CallTrace.current?.note(isConfirmed ? .revalidated : .cache(age: .seconds(age)))
        return answer
    }

    /// The conditions of a request that a cache can evaluate itself.
    static let ownConditions: [FieldName] = [.ifNoneMatch, .ifModifiedSince]

    /// Returns an answer from the server, and stores a copy of it if that is allowed.
    private func keep(
        _ answer: Response,
        to request: Request,
        requested: HTTPDate,
        _ reason: CacheStatus.Forward,
        key: String
    ) -> Response {
        var (received, result) = (now(), answer)
        CallTrace.current?.note(.network)
        let limit = rules.options.contentLimit
        let fits = answer.content.length.map { $0 <= limit } ?? true
        let isStored = rules.isStorable(answer, to: request) && fits
        if isStored {
            received = max(received, requested)
            let record: @Sendable ([UInt8]) -> Void = { [self, received] content in
                let entry = rules.entry(
                    for: answer,
                    to: request,
                    content: content,
                    requested: requested,
                    received: received
                )
                if let entry { store.keep(entry, for: key) }
            }
            if let bytes = answer.content.bytes {
                record(bytes)
            } else {
                let source = answer.content.makeSource()
                let recorder = CacheRecorder(source, limit: limit, finish: record)
                result.content = Content(reading: recorder)
            }
        } else if answer.status.isSuccess, request.method == .get {
            // The stored entry is outdated, and the new answer is not stored.
            store.remove(key)
        }
        CacheStatus.forwarded(reason, answer.status, isStored: isStored).add(to: &result.fields)
        return result
    }
}
