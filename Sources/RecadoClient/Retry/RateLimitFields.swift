// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The state of the server's rate limit, as a response reports it.
///
/// Three generations of fields are in use (draft-ietf-httpapi-ratelimit-headers):
/// - `RateLimit: "default";r=50;t=30` with `RateLimit-Policy: "default";q=100;w=60`,
/// - `RateLimit: limit=100, remaining=50, reset=30`,
/// - `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`, each also with `X-` before it.
///
/// Of several limits, the one nearest to exhaustion is used.
struct RateLimitFields: Sendable, Hashable {
    /// The number of requests that remain.
    var remaining: Int
    /// The time until further requests are allowed.
    var reset: Duration?

    init(remaining: Int, reset: Duration?) {
        self.remaining = remaining
        self.reset = reset
    }

    /// Reads the fields of an answer; `nil` if there are none in a known form.
    init?(_ fields: Fields, now: HTTPDate) {
        let limits =
            fields[values: "RateLimit"].flatMap { Self.limits($0, Self.windows(fields)) }
            + ["", "X-"].compactMap { Self.limit(fields, prefix: $0, now: now) }
        guard
            let tightest = limits.min(by: { one, other in
                if one.remaining != other.remaining { return one.remaining < other.remaining }
                return (one.reset ?? .zero) > (other.reset ?? .zero)
            })
        else { return nil }
        self = tightest
    }

    /// The windows of the policies by name, each the longest time until a reset.
    private static func windows(_ fields: Fields) -> [String: Duration] {
        var windows: [String: Duration] = [:]
        for member in fields[list: "RateLimit-Policy"] {
            var scanner = FieldScanner(member)
            guard let name = scanner.tokenOrQuotedString(), let parameters = scanner.parameters()
            else { continue }
            windows[name] = parameters["w"].flatMap(ServerDelay.seconds)
        }
        return windows
    }

    private static func limits(
        _ value: String,
        _ windows: [String: Duration]
    ) -> [RateLimitFields] {
        let members = FieldList.members(of: value)
        if let limit = dictionary(members) { return [limit] }
        return members.compactMap { member in
            var scanner = FieldScanner(member)
            guard let name = scanner.tokenOrQuotedString(), let parameters = scanner.parameters(),
                let remaining = parameters["r"].flatMap(number)
            else { return nil }
            return RateLimitFields(
                remaining: remaining,
                reset: parameters["t"].flatMap(ServerDelay.seconds) ?? windows[name]
            )
        }
    }

    private static func dictionary(_ members: [Substring]) -> RateLimitFields? {
        var values: [Substring: Substring] = [:]
        for member in members {
            let parts = FieldList.split(member, at: UInt8(ascii: "="))
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        guard let remaining = values["remaining"].flatMap(number) else { return nil }
        return RateLimitFields(
            remaining: remaining,
            reset: values["reset"].flatMap(ServerDelay.seconds)
        )
    }

    private static func limit(
        _ fields: Fields,
        prefix: String,
        now: HTTPDate
    ) -> RateLimitFields? {
        guard let name = FieldName("\(prefix)RateLimit-Remaining"),
            let remaining = fields[name].flatMap(number)
        else { return nil }
        let reset = FieldName("\(prefix)RateLimit-Reset").flatMap { fields[$0] }
        return RateLimitFields(remaining: remaining, reset: reset.flatMap { wait($0, now: now) })
    }

    /// Reads seconds from now or, as in the answers of some services, since 1970.
    private static func wait(_ text: String, now: HTTPDate) -> Duration? {
        guard let number = number(text) else { return nil }
        // A wait of thirty years is implausible.
        guard number > 1_000_000_000 else { return ServerDelay.seconds(text) }
        return .seconds(max(Int64(number) - now.secondsSince1970, 0))
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        let text = FieldList.trimmed(Substring(text))
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Int(text) ?? .max : nil
    }
}
