// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

extension CallError {
    /// True if the same call may succeed later, judged by its failure.
    ///
    /// It is true for failures that the default ``RetryPolicy`` considers temporary: a host that
    /// was not found, a connection that was refused, lost or timed out, the statuses 408, 429, 502,
    /// 503 and 504; and for any other refusal that states a wait. It is false for failures that
    /// would recur, such as bad input, an untrusted certificate or an answer that cannot be read,
    /// and for cancelled calls.
    ///
    /// It does not mean that a repetition is safe: if the request is not idempotent
    /// (`Method.isIdempotent`), the server may already have performed it.
    ///
    /// ```swift
    /// catch where error.isRetryable { showRetryButton(after: error.retryDelay) }
    /// ```
    public var isRetryable: Bool {
        if kind == .cancelled { return false }
        if let transportError {
            return RetryPolicy.standard.isPassing(.failed(transportError.kind))
        }
        if kind == .timedOut { return true }
        guard kind == .refused || kind == .failed, let status, status.code >= 400 else {
            return false
        }
        if RetryPolicy.standard.isPassing(.answered(status)) { return true }
        // Some services answer 403 when a limit is exhausted.
        if status == .forbidden { return retryDelay != nil }
        return fields.flatMap { ServerDelay.retryAfter($0, now: WallClock.now()) } != nil
    }

    /// The time that the server asks to wait before the call is made again, if any.
    ///
    /// It comes from Retry-After (RFC 9110 §10.2.3), or from the fields of an exhausted rate limit.
    /// If the response has no Date, the wait until a date is counted from now.
    public var retryDelay: Duration? {
        guard let fields, let status, status.code >= 400 else { return nil }
        return ServerDelay.read(fields, now: WallClock.now())
    }
}
