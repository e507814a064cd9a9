// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoTransport

/// The decisions about the responses of a call that may be redirected (RFC 9110 §15.4).
///
///     request ──answer──▶ no redirect, or the policy stops ──▶ finish
///        ▲                 │ allowed            │ refused
///        └──── follow ◀────┘                    └──▶ fail
///
/// 1. Fields that are removed when a request crosses origins are never restored in the same call.
/// 2. Content is sent again only if it is replayable; the method changes as in browsers.
/// 3. The number of redirects that are followed does not exceed the policy's limit.
/// 4. The same request is not sent twice, unless an answer in between has set a cookie.
struct RedirectFlow: Sendable {
    enum Action: Sendable {
        /// The answer is returned to the call.
        case finish
        /// The next request, and the redirect that led to it.
        case follow(Request, RedirectHop)
        case fail(TransportError)
    }

    /// The properties that distinguish the requests of a call.
    private struct Visit: Hashable {
        let method: Method
        let uri: URI
        let isStripped: Bool
    }

    private var request: Request
    private var uri: URI?
    private let policy: RedirectPolicy
    private var visits: Set<Visit> = []
    /// True after the first redirect; most calls have none and do not need the state for it.
    private var hasBegun = false
    private var isStripped = false
    private var count = 0

    init(_ request: Request, policy: RedirectPolicy) {
        self.request = request
        self.policy = policy
    }

    private mutating func begin() {
        hasBegun = true
        uri = request.uri
        if let uri { visits.insert(visit(uri)) }
    }

    /// Decides about an answer, which took the given time.
    mutating func receive(_ answer: Response, after duration: Duration) -> Action {
        guard Self.statuses.contains(answer.status), let decide = policy.decide else {
            return .finish
        }
        if !hasBegun { begin() }
        let locations = Set(answer.fields[values: .location])
        guard let uri, let location = locations.first else { return .finish }
        do throws(TransportError) {
            guard locations.count == 1 else {
                throw refusal("the answer names \(locations.count) locations; expected one")
            }
            let target = try self.target(location, from: uri)
            let hop = RedirectHop(
                status: answer.status,
                source: uri,
                target: target,
                duration: duration
            )
            let decision = decide(hop)
            if decision == .stop { return .finish }
            try check(hop, decision)
            try advance(along: hop, settingCookies: answer.fields.contains(.setCookie))
            return .follow(request, hop)
        } catch {
            return .fail(error)
        }
    }

    /// The statuses whose Location a client follows; 300 leaves the choice to the user.
    static let statuses: Set<Status> = [
        .movedPermanently, .found, .seeOther, .temporaryRedirect, .permanentRedirect,
    ]

    // MARK: - Where to

    private func target(_ location: String, from uri: URI) throws(TransportError) -> URI {
        do throws(URIError) {
            let target = try uri.resolving(LocationText.escaped(location))
            // RFC 9110 §10.2.2: a target without a fragment inherits that of its source.
            guard target.fragment == nil, let fragment = uri.fragment else { return target }
            return try URI("\(target)#\(fragment)", limit: .max)
        } catch {
            throw refusal("the location is malformed: \(error)")
        }
    }

    /// Throws if a redirect must not be followed.
    private func check(
        _ hop: RedirectHop,
        _ decision: RedirectPolicy.Decision
    ) throws(TransportError) {
        let (source, target) = (hop.source, hop.target)
        guard target.scheme == "http" || target.scheme == "https" else {
            throw refusal(
                "the scheme of the location is “\(target.scheme)”; expected http or https"
            )
        }
        if source.scheme == "https", target.scheme == "http", !policy.allowsDowngrade {
            throw refusal(
                "from https to http at \(target.authority ?? ""), which the policy forbids"
            )
        }
        guard decision == .follow else {
            throw refusal("the policy refuses \(target.authority ?? "")")
        }
        guard count < policy.limit else {
            throw refusal("more than \(policy.limit) redirects; the last at \(request.authority)")
        }
    }

    private func refusal(_ detail: String) -> TransportError {
        TransportError(.redirectRefused, detail)
    }

    // MARK: - The next request

    private mutating func advance(
        along hop: RedirectHop,
        settingCookies setsCookies: Bool
    ) throws(TransportError) {
        if Self.becomesGet(request.method, on: hop.status) {
            request.method = .get
            request.content = .empty
            for name in Self.contentFields { request.fields.removeAll(name) }
        } else if !request.content.isReplayable {
            throw refusal(
                "\(hop.status.code) asks for the content again, which can be read only once; "
                    + "expected replayable content"
            )
        }
        // The address that redirected is not passed on (RFC 9110 §10.1.3).
        request.fields.removeAll("Referer")
        if hop.crossesOrigins { strip() }
        request.scheme = hop.target.scheme
        request.authority = hop.target.authority ?? ""
        request.target = hop.target.target
        uri = hop.target
        count += 1
        // A page that sets a cookie and redirects to itself is not a loop: its next answer will
        // differ.
        if setsCookies { visits = [] }
        guard visits.insert(visit(hop.target)).inserted else {
            throw refusal("a loop that returns to \(request.authority)")
        }
    }

    /// Removes the fields that the next origin must not get, for the rest of the call.
    private mutating func strip() {
        isStripped = true
        for name in Set(request.fields.map(\.name))
        where Redaction.isSensitive(name) || policy.sensitiveFields.contains(name) {
            request.fields.removeAll(name)
        }
        // Host and Origin name the first origin; the transport writes its own Host field.
        request.fields.removeAll(.host)
        request.fields.removeAll(.origin)
    }

    private func visit(_ uri: URI) -> Visit {
        let place = uri.withoutFragment.normalized
        return Visit(method: request.method, uri: place, isStripped: isStripped)
    }

    /// True if the next request is a GET without content, as in the Fetch standard.
    private static func becomesGet(_ method: Method, on status: Status) -> Bool {
        switch status {
        case .movedPermanently, .found: method == .post
        case .seeOther: method != .get && method != .head
        default: false
        }
    }

    /// The fields that describe content, and are removed with it.
    private static let contentFields: [FieldName] = [
        .contentEncoding, .contentLanguage, .contentLength, .contentType, "Content-Location",
        "Content-Digest", "Content-MD5", "Content-Range", "Digest", "Repr-Digest", .expect,
        .trailer, .transferEncoding,
    ]
}
