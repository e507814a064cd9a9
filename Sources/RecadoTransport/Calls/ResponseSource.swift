// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The source of a response.
@nonexhaustive
public enum ResponseSource: Sendable, Hashable {
    /// The server, which answered this request.
    case network
    /// A cache, without a request to the server; the age is the time since the answer was made or
    /// confirmed.
    case cache(age: Duration)
    /// A cache, whose answer the server has just confirmed.
    case revalidated
}
