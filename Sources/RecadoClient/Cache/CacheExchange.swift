// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The part of a cache that uses the network: it fetches, revalidates and stores responses.
struct CacheExchange: Sendable {
    let base: any Transport
    let store: any CacheStore
    let rules: CacheRules
    let now: @Sendable () -> HTTPDate

    /// The address that answers are kept by.
    static func key(_ uri: URI) -> String { uri.withoutFragment.normalized.description }

    // MARK: - Passing through

    /// Sends a request that no cache answers, and forgets what the answer makes invalid.
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

    /// Sends a request and keeps the answer, if it may be kept.
    func fetch(
        _ request: Request,
        _ timeouts: Timeouts,
        _ reason: CacheStatus.Forward,
        key: String
    ) async throws(TransportError) -> Response {
        let requested = now()
        var whole = request
        // What is kept serves calls that want more than its value.
        whole.isForValue = false
        let answer = try await base.send(whole, timeouts: timeouts)
        return keep(answer, to: request, requested: requested, reason, key: key)
    }

    // MARK: - Revalidating

    /// Asks whether an entry still holds, and returns it or what has taken its place.
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
        var conditional = request
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
        // HEAD has no content to keep in the place of what has changed (RFC 9111 §4.3.5).
        let hasChanged = answer.status.isSuccess && !conditions.isEmpty
        if request.method == .head, hasChanged { store.remove(key) }
        if CacheRules.isFailure(answer.status),
            let stale = substitute(entry, for: request, answer.status)
        {
            return stale
        }
        return keep(answer, to: request, requested: requested, .stale, key: key)
    }

    /// Settles an answer 304: it confirms the entry, or is about what the
    /// client or the server has instead.
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
        // It says nothing of what is kept: the client has the content, or
        // all of it has to be asked for.
        store.remove(key)
        let own = EntityTagCondition(request.fields[values: .ifNoneMatch])
        let named = answer.fields[.eTag].flatMap { EntityTag($0) }
        if own?.matchesWeakly(named) == true {
            return keep(answer, to: request, requested: requested, .stale, key: key)
        }
        return try await fetch(request, timeouts, .stale, key: key)
    }

    /// A stale entry in the place of a failure, if it may be used so (RFC 5861 §4).
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

    /// Brings an entry up to date with the answer that confirms it.
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

    /// Whether a request met a failure of the network, and not the caller's own will.
    private static func isFailure(_ error: TransportError) -> Bool {
        switch error.kind {
        case .cannotResolve, .cannotConnect, .timedOut, .connectionLost, .tls, .protocolViolation:
            true
        default: false
        }
    }

    // MARK: - Answers

    /// The answer that an entry gives to a request.
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

    /// The conditions of a request that a cache can compare itself.
    static let ownConditions: [FieldName] = [.ifNoneMatch, .ifModifiedSince]

    /// Hands on an answer of the server's, and keeps a copy of it if it may be kept.
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
            // What was kept is not the present answer any more.
            store.remove(key)
        }
        CacheStatus.forwarded(reason, answer.status, isStored: isStored).add(to: &result.fields)
        return result
    }
}
