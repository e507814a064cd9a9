// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// A method of proving the caller's identity when a server challenges it.
///
/// A scheme is stateless; the ``AuthenticationSession`` that answers a challenge holds the state.
package protocol AuthenticationScheme: Sendable {
    /// Returns the strength with which a scheme protects the password; `nil` if it cannot answer
    /// the challenge.
    ///
    /// Among several challenges, the challenge with the greatest strength is answered.
    ///
    /// - Parameter challenge: A challenge from a response; it may belong to another scheme.
    /// - Returns: The strength, a number that has a meaning only in comparisons.
    func strength(of challenge: Challenge) -> Int?

    /// Begins to answer a challenge.
    ///
    /// - Parameters:
    ///   - challenge: A challenge for which the scheme has returned a strength.
    ///   - credentials: The credentials of the caller.
    /// - Returns: The session that answers for this request and for later ones.
    func session(
        answering challenge: Challenge,
        with credentials: BasicCredentials
    ) -> any AuthenticationSession
}

/// The state that a challenge and its answer have established with a server.
package protocol AuthenticationSession: Sendable {
    /// Returns the value of the Authorization field for a request.
    ///
    /// - Parameters:
    ///   - request: The request, as it will be sent.
    ///   - uri: The target of the request, as it appears in the request line.
    /// - Returns: The value; `nil` if the session cannot authenticate such a request.
    mutating func authorization(for request: Request, uri: String) -> String?

    /// Continues with a new challenge if the server refused something other than the credentials,
    /// such as an expired nonce.
    ///
    /// - Parameter challenge: A challenge with which the server answered a request with
    ///   credentials.
    /// - Returns: True if the same credentials should be sent again.
    mutating func renew(_ challenge: Challenge) -> Bool

    /// Learns from the Authentication-Info field of an answer to a request with credentials.
    ///
    /// - Parameter info: The parameters of the field (RFC 9110 §11.6.3).
    mutating func learn(_ info: FieldParameters)

    /// Returns true if requests to a path may carry the credentials without a challenge.
    ///
    /// - Parameters:
    ///   - path: The path of a request to the same origin.
    ///   - first: The path of the request that was challenged.
    /// - Returns: True if the path belongs to the same protection space.
    func covers(_ path: Substring, since first: Substring) -> Bool
}
