// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The decisions of a cache, which need no clock and no I/O (RFC 9111 §3, §4; RFC 5861; RFC 8246).
///
///     lookup ─▶ serve                 a fresh answer, or a stale one that the request accepts
///            ├▶ serveAndRevalidate    a stale answer within stale-while-revalidate
///            ├▶ validate ──304──▶ the entry, updated
///            │             ├─5xx─▶ the entry within stale-if-error, or the answer
///            │             └─────▶ the answer, stored in place of the entry
///            ├▶ forward               nothing to answer with
///            └▶ fail                  nothing, and the request may not be sent (only-if-cached)
///
/// 1. A stale answer that requires revalidation is never served without it.
/// 2. An answer is served only to requests whose header fields match its ``CacheEntry/selectors``.
struct CacheRules: Sendable {
    enum Verdict: Sendable {
        case serve(CacheEntry)
        case serveAndRevalidate(CacheEntry)
        case validate(CacheEntry)
        case forward(CacheStatus.Forward)
        case fail
    }

    let options: CachePolicy.Options

    init(_ options: CachePolicy.Options) {
        self.options = options
    }

    /// Returns the cache directives of an answer.
    func told(_ answer: Fields) -> CacheControl { CacheControl(ofAnswer: answer, options) }

    // MARK: - Looking up

    /// Returns the reason why the cache must not be used for a request; `nil` if it may be used.
    func bypass(_ request: Request, _ control: CacheControl) -> CacheStatus.Forward? {
        guard request.method == .get || request.method == .head else { return .method }
        let own: [FieldName] = [.ifRange, .ifMatch, .ifUnmodifiedSince]
        // Content in a GET request has no defined meaning (RFC 9110 §9.3.1), so it is not part of
        // the key.
        guard request.content.length == 0 else { return .bypass }
        // Only the server can check the conditions in `own`, because they may refer to a version
        // that is not stored.
        if control.contains("no-store") || own.contains(where: request.fields.contains) {
            return .bypass
        }
        return nil
    }

    /// Returns the decision about a request, based on the entries for its address.
    func lookup(_ request: Request, in entries: [CacheEntry], now: HTTPDate) -> Verdict {
        let asked = CacheControl(request.fields)
        let onlyCached = asked.contains("only-if-cached")
        let selected = entries.filter { $0.isSelected(by: request) }
        guard let entry = selected.max(by: { $0.received < $1.received }) else {
            return onlyCached ? .fail : .forward(entries.isEmpty ? .uriMiss : .varyMiss)
        }
        let verdict = judge(entry, asked, request, now)
        guard onlyCached else { return verdict }
        switch verdict {
        case .serve: return verdict
        case .serveAndRevalidate(let entry): return .serve(entry)
        default: return .fail
        }
    }

    private func judge(
        _ entry: CacheEntry,
        _ asked: CacheControl,
        _ request: Request,
        _ now: HTTPDate
    ) -> Verdict {
        let told = told(entry.fields)
        let age = entry.age(at: now)
        let lifetime = entry.lifetime(told, options)
        let reloads = asked.contains("no-cache") || isOldReload(request, asked)
        if told.holds("no-cache") || reloads { return .validate(entry) }
        let isFresh = lifetime > age
        // RFC 8246: an ordinary reload does not revalidate an immutable answer while it is fresh.
        let isImmutable = told.contains("immutable") && isFresh
        if let limit = asked.seconds("max-age"), age > limit, !isImmutable {
            return .validate(entry)
        }
        if let margin = asked.seconds("min-fresh"), lifetime - age < margin {
            return .validate(entry)
        }
        if isFresh { return .serve(entry) }
        if mustRevalidate(told) { return .validate(entry) }
        let staleness = age - lifetime
        if asked.contains("max-stale") {
            let limit = asked.holds("max-stale") ? .max : asked.seconds("max-stale") ?? 0
            if staleness <= limit { return .serve(entry) }
        }
        if let limit = told.seconds("stale-while-revalidate"), staleness <= limit,
            !asked.contains("max-age"), !asked.contains("min-fresh")
        {
            return .serveAndRevalidate(entry)
        }
        return .validate(entry)
    }

    /// True for a request with `Pragma: no-cache` and without Cache-Control (RFC 9111 §5.4).
    private func isOldReload(_ request: Request, _ asked: CacheControl) -> Bool {
        asked.isEmpty && request.fields[list: .pragma].contains { $0.lowercased() == "no-cache" }
    }

    private func mustRevalidate(_ told: CacheControl) -> Bool {
        if told.contains("must-revalidate") || told.contains("no-cache") { return true }
        return options.isShared && (told.contains("proxy-revalidate") || told.contains("s-maxage"))
    }

    // MARK: - Failures

    /// True if a stale entry may be used because the server failed (RFC 5861 §4).
    func isUsable(_ entry: CacheEntry, onErrorOf request: Request, now: HTTPDate) -> Bool {
        let (asked, told) = (CacheControl(request.fields), told(entry.fields))
        if mustRevalidate(told) || asked.contains("no-cache") || asked.contains("max-age") {
            return false
        }
        let limit =
            told.seconds("stale-if-error") ?? asked.seconds("stale-if-error")
            ?? options.staleIfError.components.seconds
        return entry.age(at: now) - entry.lifetime(told, options) <= limit
    }

    /// True for the statuses that count as a failure of the server.
    static func isFailure(_ status: Status) -> Bool {
        [500, 502, 503, 504].contains(status.code)
    }

    // MARK: - Keeping

    /// True if an answer may be stored (RFC 9111 §3).
    func isStorable(_ answer: Response, to request: Request) -> Bool {
        let (asked, told) = (CacheControl(request.fields), told(answer.fields))
        guard request.method == .get, answer.status.class != .informational,
            answer.status != .partialContent, answer.status != .notModified,
            // No answer to a range request is stored, even if the server ignored the range.
            !request.fields.contains(.range), !asked.contains("no-store"),
            isPermitted(told, answer.status)
        else { return false }
        if options.isShared {
            if told.holds("private") { return false }
            let isOpen = ["must-revalidate", "public", "s-maxage"].contains(where: told.contains)
            if request.fields.contains(.authorization), !isOpen { return false }
            if told.contains("s-maxage") { return true }
        } else if told.contains("private") {
            return true
        }
        return told.contains("public") || told.contains("max-age")
            || !told.isTargeted && answer.fields.contains(.expires)
            || answer.status.isHeuristicallyCacheable
    }

    /// True if `no-store` and `must-understand` allow the answer to be stored (RFC 9111 §5.2.2.3).
    private func isPermitted(_ told: CacheControl, _ status: Status) -> Bool {
        let isUnderstood =
            status.isHeuristicallyCacheable || [302, 303, 307, 403].contains(status.code)
        if told.contains("must-understand") { return isUnderstood }
        return !told.contains("no-store")
    }

    /// Returns the entry to store for an answer; `nil` if no later request could use it.
    func entry(
        for answer: Response,
        to request: Request,
        content: [UInt8],
        requested: HTTPDate,
        received: HTTPDate
    ) -> CacheEntry? {
        guard let selectors = CacheEntry.selectors(of: request, answer.fields) else { return nil }
        var fields = CacheEntry.storable(answer.fields)
        let told = told(fields)
        // RFC 9111 §5.2.2.4, §5.2.2.7: the fields that `no-cache` names are not stored; a shared
        // cache does not store those that `private` names either.
        let unwanted = told.names("no-cache") + (options.isShared ? told.names("private") : [])
        for name in unwanted { fields.removeAll(name) }
        return CacheEntry(
            selectors: selectors,
            status: answer.status,
            fields: fields,
            content: content,
            requested: requested,
            received: received
        )
    }

    // MARK: - Invalidating

    /// Returns the addresses whose entries an answer invalidates (RFC 9111 §4.4).
    func invalidated(by answer: Response, to request: Request) -> [URI] {
        guard !request.method.isSafe, let uri = request.uri,
            answer.status.class == .success || answer.status.class == .redirection
        else { return [] }
        let others = [FieldName.location, .contentLocation].compactMap { name in
            answer.fields[name].flatMap { try? uri.resolving(LocationText.escaped($0)) }
        }
        return [uri] + others.filter { $0.origin == uri.origin }
    }
}
