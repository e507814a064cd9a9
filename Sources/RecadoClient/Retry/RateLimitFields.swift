// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The state of the server's rate limit, as reported in response header fields.
///
/// There are three forms of these fields (draft-ietf-httpapi-ratelimit-headers):
/// - `RateLimit: "default";r=50;t=30` with `RateLimit-Policy: "default";q=100;w=60`,
/// - `RateLimit: limit=100, remaining=50, reset=30`,
/// - `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`, also with the prefix `X-`.
///
/// If there are several limits, the one with the fewest remaining requests is used.
struct RateLimitFields: Sendable, Hashable {
    /// The number of requests that may still be sent.
    var remaining: Int
    /// The time until more requests are allowed; `nil` if it is unknown.
    var reset: Duration?

    init(remaining: Int, reset: Duration?) {
        self.remaining = remaining
        self.reset = reset
    }

    /// Parses the fields of an answer; returns `nil` if none has a known form.
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

    /// Returns the time window of each policy, by the policy's name; a limit is reset at the latest
    /// when its window ends.
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

    /// Parses a number of seconds from now or, as some services send it, since 1970.
    private static func wait(_ text: String, now: HTTPDate) -> Duration? {
        guard let number = number(text) else { return nil }
        // A wait of thirty years is implausible, so a greater number is a time since 1970.
        guard number > 1_000_000_000 else { return ServerDelay.seconds(text) }
        return .seconds(max(Int64(number) - now.secondsSince1970, 0))
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        let text = FieldList.trimmed(Substring(text))
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Int(text) ?? .max : nil
    }
}
