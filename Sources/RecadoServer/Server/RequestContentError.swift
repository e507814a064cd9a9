// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The reasons why the rest of a request's content cannot be read.
@nonexhaustive
public enum RequestContentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The client closed the connection in the middle of its content.
    case disconnected
    /// The client did not send its content in time, or sent it too slowly.
    case timedOut
    /// The content exceeds the server's limit for all requests.
    case tooLarge
    /// The content is not framed as HTTP requires.
    case malformed
    /// The request has been answered.
    case answered
    /// Two tasks read the same content at the same time.
    case readTwice

    /// The error in one line.
    public var description: String {
        switch self {
        case .disconnected: "the client closed the connection within the request's content"
        case .timedOut: "the request's content did not arrive in time"
        case .tooLarge: "the request's content exceeds what the server takes"
        case .malformed: "the request's content is not framed correctly"
        case .answered: "the request's content was read after the request had been answered"
        case .readTwice: "the request's content is read by two tasks at a time"
        }
    }
}
