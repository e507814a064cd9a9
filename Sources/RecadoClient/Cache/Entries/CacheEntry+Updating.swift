// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension CacheEntry {
    /// The conditional fields that ask whether the answer is still valid (RFC 9111 §4.3.1).
    ///
    /// Empty if the answer has no validator.
    var conditions: Fields {
        var conditions: Fields = [:]
        if let tag = fields[.eTag] { conditions[.ifNoneMatch] = tag }
        if let date = fields[.lastModified] { conditions[.ifModifiedSince] = date }
        return conditions
    }

    /// Returns true if a 304 answer confirms this entry (RFC 9111 §4.3.4).
    ///
    /// - Parameters:
    ///   - answer: The fields of the answer.
    ///   - amongOthers: True if the request also listed the tags of other versions; the answer must
    ///     then name the tag of this entry.
    /// - Returns: True if the entry is still valid.
    func isConfirmed(by answer: Fields, amongOthers: Bool) -> Bool {
        guard let tag = answer[.eTag].flatMap({ EntityTag($0) }), amongOthers || !tag.isWeak else {
            return !amongOthers
        }
        return fields[.eTag].flatMap { EntityTag($0) }?.isWeaklyEqual(to: tag) ?? false
    }

    /// Returns the entry with the fields of the 304 answer that confirms it (RFC 9111 §3.2).
    func updated(with answer: Fields, requested: HTTPDate, received: HTTPDate) -> CacheEntry {
        var entry = self
        let news = Self.storable(answer)
        // The Age of the old answer does not apply to the new one.
        entry.fields.removeAll(.age)
        for name in Set(news.map(\.name)) where !Self.descriptive.contains(name) {
            entry.fields.removeAll(name)
            for value in news[values: name] { entry.fields.append(value, to: name) }
        }
        entry.requested = requested
        entry.received = received
        return entry
    }

    /// The fields that describe the stored content; a 304 answer does not replace them.
    private static let descriptive: Set<FieldName> = [
        .contentLength, .contentEncoding, "Content-Range",
    ]

    /// Returns the fields of an answer that are stored (RFC 9111 §3.1).
    ///
    /// Set-Cookie is not stored, because a stored cookie could overwrite a newer one later.
    static func storable(_ fields: Fields) -> Fields {
        var kept = fields
        for member in fields[list: .connection] {
            if let name = FieldName(String(member)) { kept.removeAll(name) }
        }
        for name in ofOneConnection { kept.removeAll(name) }
        return kept
    }

    private static let ofOneConnection: [FieldName] = [
        .connection, "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info",
        .proxyAuthorization, "Proxy-Connection", "TE", .trailer, .transferEncoding, "Upgrade",
        .setCookie, .cacheStatus,
    ]
}
