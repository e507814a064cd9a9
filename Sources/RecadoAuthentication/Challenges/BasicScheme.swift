// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// The Basic scheme (RFC 7617), which sends the password itself and thus needs an encrypted
/// connection.
package struct BasicScheme: AuthenticationScheme {
    /// Creates the scheme.
    package init() {}

    /// Returns 0, the lowest strength, for a Basic challenge; `nil` for any other.
    package func strength(of challenge: Challenge) -> Int? {
        challenge.isScheme("Basic") ? 0 : nil
    }

    /// Begins to answer a Basic challenge.
    ///
    /// - Parameters:
    ///   - challenge: A Basic challenge.
    ///   - credentials: The credentials of the caller.
    /// - Returns: The session that sends the password.
    package func session(
        answering challenge: Challenge,
        with credentials: BasicCredentials
    ) -> any AuthenticationSession {
        BasicSession(credentials: credentials)
    }
}

/// A session that sends the same value with every request.
private struct BasicSession: AuthenticationSession {
    let credentials: BasicCredentials

    mutating func authorization(for request: Request, uri: String) -> String? {
        credentials.authorization
    }

    mutating func renew(_ challenge: Challenge) -> Bool { false }

    mutating func learn(_ info: FieldParameters) {}

    func covers(_ path: Substring, since first: Substring) -> Bool {
        // RFC 7617 §2.2: the credentials also apply to all paths in and below the directory of the
        // first path.
        let directory = first.lastIndex(of: "/").map { first[...$0] } ?? first
        return path.hasPrefix(directory)
    }
}
