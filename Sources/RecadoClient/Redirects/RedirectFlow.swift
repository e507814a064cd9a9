// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoTransport

/// A state machine that decides, without I/O, whether and where to redirect (RFC 9110 §15.4).
///
///     request ──answer──▶ no redirect, or the policy stops ──▶ finish
///        ▲                 │ allowed            │ refused
///        └──── follow ◀────┘                    └──▶ fail
///
/// 1. Header fields that are removed before a request to another origin are never restored in the
///    call.
/// 2. Content is sent again only if it is replayable; the method changes as in browsers.
/// 3. The number of redirects does not exceed the policy's limit.
/// 4. The same request is not sent twice, unless a response in between set a cookie.
struct RedirectFlow: Sendable {
    enum Action: Sendable {
        /// Return the answer to the caller.
        case finish
        /// Send the next request; the redirect that led to it is recorded.
        case follow(Request, RedirectHop)
        case fail(TransportError)
    }

    /// The properties by which a loop is detected.
    private struct Visit: Hashable {
        let method: Method
        let uri: URI
        let isStripped: Bool
    }

    private var request: Request
    private var uri: URI?
    private let policy: RedirectPolicy
    private var visits: Set<Visit> = []
    /// True after the first redirect; until then, the loop detection needs no state.
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

    /// Decides what follows an answer that took the given time.
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

    /// The statuses that are followed; 300 is not, because it leaves the choice to the user.
    static let statuses: Set<Status> = [
        .movedPermanently, .found, .seeOther, .temporaryRedirect, .permanentRedirect,
    ]

    // MARK: - Where to

    private func target(_ location: String, from uri: URI) throws(TransportError) -> URI {
        do throws(URIError) {
            let target = try uri.resolving(LocationText.escaped(location))
            // RFC 9110 §10.2.2: a target without a fragment inherits the fragment of the source.
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
        // The address of the previous request is not revealed (RFC 9110 §10.1.3).
        request.fields.removeAll("Referer")
        if hop.crossesOrigins { strip() }
        request.scheme = hop.target.scheme
        request.authority = hop.target.authority ?? ""
        request.target = hop.target.target
        uri = hop.target
        count += 1
        // A page that sets a cookie and redirects to itself is not a loop, because the cookie may
        // change its next answer.
        if setsCookies { visits = [] }
        guard visits.insert(visit(hop.target)).inserted else {
            throw refusal("a loop that returns to \(request.authority)")
        }
    }

    /// Removes the fields that another origin must not receive, for the rest of the call.
    private mutating func strip() {
        isStripped = true
        for name in Set(request.fields.map(\.name))
        where Redaction.isSensitive(name) || policy.sensitiveFields.contains(name) {
            request.fields.removeAll(name)
        }
        // Host and Origin belong to the first origin; the transport adds a new Host field.
        request.fields.removeAll(.host)
        request.fields.removeAll(.origin)
    }

    private func visit(_ uri: URI) -> Visit {
        let place = uri.withoutFragment.normalized
        return Visit(method: request.method, uri: place, isStripped: isStripped)
    }

    /// True if the next request becomes a GET without content, as in the Fetch standard.
    private static func becomesGet(_ method: Method, on status: Status) -> Bool {
        switch status {
        case .movedPermanently, .found: method == .post
        case .seeOther: method != .get && method != .head
        default: false
        }
    }

    /// The fields that describe content; they are removed together with it.
    private static let contentFields: [FieldName] = [
        .contentEncoding, .contentLanguage, .contentLength, .contentType, "Content-Location",
        "Content-Digest", "Content-MD5", "Content-Range", "Digest", "Repr-Digest", .expect,
        .trailer, .transferEncoding,
    ]
}
