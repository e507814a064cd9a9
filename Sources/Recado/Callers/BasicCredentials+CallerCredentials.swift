// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension BasicCredentials: CallerCredentials {
    /// `Basic`.
    public static var scheme: String { "Basic" }
    /// The encoding of names and passwords (RFC 7617 §2.1).
    public static var challengeParameters: [(name: String, value: String)] {
        [("charset", "UTF-8")]
    }
    /// The user's name.
    public var account: String? { user }
}
