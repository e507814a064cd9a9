// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Reads the time that a server asks its clients to wait.
enum ServerDelay {
    /// The maximum wait in seconds: a year; longer waits are shortened to it.
    private static let limit = 366 * 86_400

    /// Returns the wait in an answer: from Retry-After, or from an exhausted rate limit.
    ///
    /// - Parameters:
    ///   - fields: The header section of the answer.
    ///   - now: The current time, used for a date in Retry-After if the answer has no Date.
    /// - Returns: The wait; `nil` if the answer asks for none.
    static func read(_ fields: Fields, now: HTTPDate) -> Duration? {
        if let wait = retryAfter(fields, now: now) { return wait }
        guard let limit = RateLimitFields(fields, now: now), limit.remaining == 0 else {
            return nil
        }
        return limit.reset
    }

    /// Returns the wait that Retry-After asks for.
    static func retryAfter(_ fields: Fields, now: HTTPDate) -> Duration? {
        fields[.retryAfter].flatMap { wait($0, in: fields, now: now) }
    }

    /// Parses a value of Retry-After (RFC 9110 §10.2.3).
    private static func wait(_ value: String, in fields: Fields, now: HTTPDate) -> Duration? {
        let text = FieldList.trimmed(Substring(value))
        if let seconds = seconds(text) { return seconds }
        guard let date = HTTPDate(text, now: now) else { return nil }
        // The date follows the server's clock, which the Date field shows.
        let reference = fields[.date].flatMap { HTTPDate($0, now: now) } ?? now
        let seconds = date.secondsSince1970 - reference.secondsSince1970
        return .seconds(min(max(seconds, 0), Int64(limit)))
    }

    /// Parses a number of seconds; more than a year becomes a year.
    static func seconds(_ text: some StringProtocol) -> Duration? {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? .seconds(min(Int(text) ?? limit, limit)) : nil
    }
}
