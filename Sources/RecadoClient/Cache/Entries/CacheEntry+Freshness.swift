// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension CacheEntry {
    /// The Date of the answer; if it has none, the time at which it arrived (RFC 9110 §6.6.1).
    private var date: HTTPDate {
        fields[.date].flatMap { HTTPDate($0, now: received) } ?? received
    }

    /// Returns the seconds since the origin server created or revalidated the answer (RFC 9111
    /// §4.2.3).
    func age(at now: HTTPDate) -> Int64 {
        let apparent = max(0, received.secondsSince1970 - date.secondsSince1970)
        let delay = max(0, received.secondsSince1970 - requested.secondsSince1970)
        // RFC 9111 §5.1: the first of several values is used, and a malformed value is ignored.
        let told = fields[list: .age].first.flatMap { CacheControl.seconds($0) } ?? 0
        let resident = max(0, now.secondsSince1970 - received.secondsSince1970)
        return min(max(apparent, told + delay) + resident, CacheControl.secondsLimit)
    }

    /// Returns the number of seconds for which the answer is fresh (RFC 9111 §4.2.1).
    func lifetime(_ control: CacheControl, _ options: CachePolicy.Options) -> Int64 {
        if options.isShared, let seconds = control.seconds("s-maxage") { return seconds }
        if let seconds = control.seconds("max-age") { return seconds }
        let expirations = control.isTargeted ? [] : fields[values: .expires]
        if !expirations.isEmpty {
            // RFC 9111 §5.3: a value that is not a date, such as “0”, means that the answer has
            // expired.
            let dates = expirations.map {
                HTTPDate($0, now: received)?.secondsSince1970 ?? .min / 2
            }
            return max(0, (dates.min() ?? 0) - date.secondsSince1970)
        }
        return heuristicLifetime(control, options)
    }

    private func heuristicLifetime(_ control: CacheControl, _ options: CachePolicy.Options) -> Int64
    {
        guard status.isHeuristicallyCacheable || control.contains("public"),
            options.heuristicFraction.isFinite,
            let modified = fields[.lastModified].flatMap({ HTTPDate($0, now: received) })
        else { return 0 }
        let age = max(0, date.secondsSince1970 - modified.secondsSince1970)
        // This cannot overflow, because the age is at most 8000 years.
        let seconds = Int64(Double(age) * min(max(options.heuristicFraction, 0), 1))
        return min(seconds, options.heuristicLimit.components.seconds)
    }
}

extension Status {
    /// True if an answer with this status may be stored without explicit permission (RFC 9110
    /// §15.1).
    ///
    /// 206 is excluded, because this cache stores only whole answers.
    var isHeuristicallyCacheable: Bool {
        switch code {
        case 200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501: true
        default: false
        }
    }
}

extension FieldName {
    static let expires: FieldName = "Expires"
    static let pragma: FieldName = "Pragma"
    static let contentLocation: FieldName = "Content-Location"
    static let cacheStatus: FieldName = "Cache-Status"
    static let ifUnmodifiedSince: FieldName = "If-Unmodified-Since"
    static let ifRange: FieldName = "If-Range"
    static let range: FieldName = "Range"
}
