// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The report on how this cache handled a request: one member of the Cache-Status field (RFC 9211).
struct CacheStatus: Sendable {
    /// The reason why a request was forwarded to the server.
    enum Forward: String, Sendable {
        case bypass
        case method
        case uriMiss = "uri-miss"
        case varyMiss = "vary-miss"
        case stale
        case request
    }

    /// The name of this cache in the Cache-Status field.
    static let name = "Recado"

    private var text = Self.name
    /// True if the server confirmed a stored answer with 304.
    private(set) var isConfirmation = false

    /// Returns the status for a stored answer, with the seconds for which it remains fresh; the
    /// number is negative if the answer is stale.
    static func hit(remaining: Int64) -> CacheStatus {
        var status = CacheStatus()
        status.text += "; hit; ttl=\(remaining)"
        return status
    }

    /// Returns the status for an answer from the server.
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

    /// Appends this member after the members of caches that are nearer to the server.
    func add(to fields: inout Fields) {
        fields.append(text, to: .cacheStatus)
    }
}
