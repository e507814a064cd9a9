// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A way to prove who calls, as an answer to a server's challenge.
///
/// A scheme is a value without state; what is to be remembered of a challenge is in the
/// ``AuthenticationSession`` that answers it.
public protocol AuthenticationScheme: Sendable {
    /// Returns how well a challenge protects the password; `nil` if the scheme cannot answer it.
    ///
    /// Of several challenges the one with the greatest strength is answered.
    ///
    /// - Parameter challenge: One of the challenges of a response, of any scheme.
    /// - Returns: A number that is only compared with those of other challenges.
    func strength(of challenge: Challenge) -> Int?

    /// Begins to answer a challenge.
    ///
    /// - Parameters:
    ///   - challenge: A challenge that has a strength.
    ///   - credentials: The credentials of the caller.
    /// - Returns: The session that answers for this request and for those to come.
    func session(
        answering challenge: Challenge,
        with credentials: BasicCredentials
    ) -> any AuthenticationSession
}

/// The state that one challenge and its answer have established with a server.
public protocol AuthenticationSession: Sendable {
    /// The value of Authorization for a request.
    ///
    /// - Parameters:
    ///   - request: The request, as it will be sent.
    ///   - uri: Its target as the request line has it.
    /// - Returns: The value; `nil` if the session cannot answer for such a request.
    mutating func authorization(for request: Request, uri: String) -> String?

    /// Goes on with another challenge if it refuses something other than the credentials.
    ///
    /// - Parameter challenge: A challenge that answers a request with credentials.
    /// - Returns: Whether the same credentials are worth another request.
    mutating func renew(_ challenge: Challenge) -> Bool

    /// Takes notice of what an answer to a request with credentials says.
    ///
    /// - Parameter info: The parameters of Authentication-Info (RFC 9110 §11.6.3).
    mutating func learn(_ info: FieldParameters)

    /// Whether the credentials are for a path as well, so that they are
    /// sent without being asked for.
    ///
    /// - Parameters:
    ///   - path: The path of a request to the same origin.
    ///   - first: The path of the request that was challenged.
    /// - Returns: Whether it belongs to the same protection space.
    func covers(_ path: Substring, since first: Substring) -> Bool
}
