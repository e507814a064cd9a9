// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The action of this cache for a request, as a member of Cache-Status (RFC 9211).
struct CacheStatus: Sendable {
    /// The reason that a request was forwarded.
    enum Forward: String, Sendable {
        case bypass
        case method
        case uriMiss = "uri-miss"
        case varyMiss = "vary-miss"
        case stale
        case request
    }

    /// The name of this cache in the field.
    static let name = "Recado"

    private var text = Self.name
    /// True if the server has confirmed a stored answer.
    private(set) var isConfirmation = false

    /// The status for a stored answer, with the number of seconds for which it remains fresh;
    /// negative for a stale answer.
    static func hit(remaining: Int64) -> CacheStatus {
        var status = CacheStatus()
        status.text += "; hit; ttl=\(remaining)"
        return status
    }

    /// The status for an answer from the server.
    static func forwarded(
        _ reason: Forward,
        _ answer: Status? = nil,
        isStored: Bool = false,
        detail: String? = nil
    ) -> CacheStatus {
        var status = CacheStatus()
        status.text += "; fwd=\(reason.rawValue)"
        if let answer { status.text += "; fwd-status=\(answer.code)" }
        if isStored { status.text += "; stored" }
        if let detail { status.text += "; detail=\(detail)" }
        status.isConfirmation = answer == .notModified
        return status
    }

    /// Adds the member after those of caches nearer to the origin.
    func add(to fields: inout Fields) {
        fields.append(text, to: .cacheStatus)
    }
}
