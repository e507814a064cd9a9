// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// The Basic scheme: the password itself, for connections that are encrypted (RFC 7617).
package struct BasicScheme: AuthenticationScheme {
    /// Creates the scheme.
    package init() {}

    /// Returns 0, the least of all strengths, for challenges of the scheme.
    package func strength(of challenge: Challenge) -> Int? {
        challenge.isScheme("Basic") ? 0 : nil
    }

    /// Begins to answer a challenge.
    ///
    /// - Parameters:
    ///   - challenge: A challenge of the scheme.
    ///   - credentials: The credentials of the caller.
    /// - Returns: The session that answers with the password.
    package func session(
        answering challenge: Challenge,
        with credentials: BasicCredentials
    ) -> any AuthenticationSession {
        BasicSession(credentials: credentials)
    }
}

/// A session that gives the same answer to every challenge.
private struct BasicSession: AuthenticationSession {
    let credentials: BasicCredentials

    mutating func authorization(for request: Request, uri: String) -> String? {
        credentials.authorization
    }

    mutating func renew(_ challenge: Challenge) -> Bool { false }

    mutating func learn(_ info: FieldParameters) {}

    func covers(_ path: Substring, since first: Substring) -> Bool {
        // RFC 7617 §2.2: paths at the depth of the last symbolic element or deeper.
        let directory = first.lastIndex(of: "/").map { first[...$0] } ?? first
        return path.hasPrefix(directory)
    }
}
