// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

extension CallError {
    /// True if the same call may succeed later.
    ///
    /// It is true for failures that the default ``RetryPolicy`` considers temporary: a host that
    /// was not found, a connection that was refused, lost or timed out, and the statuses 408, 429,
    /// 502, 503 and 504. It is also true for any other error response that asks for a wait. It is
    /// false for failures that would recur, such as invalid input, an untrusted certificate or an
    /// answer that cannot be decoded, and for cancelled calls.
    ///
    /// It does not mean that it is safe to repeat the call: if the request is not idempotent
    /// (`Method.isIdempotent`), the server may already have processed it.
    ///
    /// ```swift
    /// catch where error.isRetryable { showRetryButton(after: error.retryDelay) }
    /// ```
    public var isRetryable: Bool {
        if kind == .cancelled { return false }
        if let transportError {
            return RetryPolicy.standard.isTemporary(.failed(transportError.kind))
        }
        if kind == .timedOut { return true }
        guard kind == .refused || kind == .failed, let status, status.code >= 400 else {
            return false
        }
        if RetryPolicy.standard.isTemporary(.answered(status)) { return true }
        // Some services answer 403 when a rate limit is exhausted.
        if status == .forbidden { return retryDelay != nil }
        return fields.flatMap { ServerDelay.retryAfter($0, now: WallClock.now()) } != nil
    }

    /// The time that the server asks clients to wait before they call again; `nil` for none.
    ///
    /// It comes from Retry-After (RFC 9110 §10.2.3), or from the fields of an exhausted rate limit.
    /// If Retry-After is a date and the response has no Date field, the wait is counted from now.
    public var retryDelay: Duration? {
        guard let fields, let status, status.code >= 400 else { return nil }
        return ServerDelay.read(fields, now: WallClock.now())
    }
}
