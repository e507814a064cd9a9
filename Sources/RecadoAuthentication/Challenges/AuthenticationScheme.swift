// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// A way to prove the caller's identity in answer to a server's challenge.
///
/// A scheme is a value without state; the state of a challenge is in the ``AuthenticationSession``
/// that answers it.
package protocol AuthenticationScheme: Sendable {
    /// Returns how well a challenge protects the password; `nil` if the scheme cannot answer it.
    ///
    /// Of several challenges, the one with the greatest strength is answered.
    ///
    /// - Parameter challenge: One of the challenges of a response, of any scheme.
    /// - Returns: A number that is only compared with those of other challenges.
    func strength(of challenge: Challenge) -> Int?

    /// Begins to answer a challenge.
    ///
    /// - Parameters:
    ///   - challenge: A challenge for which the scheme has returned a strength.
    ///   - credentials: The credentials of the caller.
    /// - Returns: The session that answers for this request and for those to come.
    func session(
        answering challenge: Challenge,
        with credentials: BasicCredentials
    ) -> any AuthenticationSession
}

/// The state that one challenge and its answer have established with a server.
package protocol AuthenticationSession: Sendable {
    /// The value of Authorization for a request.
    ///
    /// - Parameters:
    ///   - request: The request, as it will be sent.
    ///   - uri: The target of the request as it appears in the request line.
    /// - Returns: The value; `nil` if the session cannot answer for such a request.
    mutating func authorization(for request: Request, uri: String) -> String?

    /// Continues with another challenge if the server refused something other than the credentials.
    ///
    /// - Parameter challenge: A challenge that answers a request with credentials.
    /// - Returns: True if the same credentials should be sent again.
    mutating func renew(_ challenge: Challenge) -> Bool

    /// Records the information of an answer to a request with credentials.
    ///
    /// - Parameter info: The parameters of Authentication-Info (RFC 9110 §11.6.3).
    mutating func learn(_ info: FieldParameters)

    /// Returns true if the credentials also apply to a path, so that they are sent without a
    /// challenge.
    ///
    /// - Parameters:
    ///   - path: The path of a request to the same origin.
    ///   - first: The path of the request that was challenged.
    /// - Returns: True if the path belongs to the same protection space.
    func covers(_ path: Substring, since first: Substring) -> Bool
}
