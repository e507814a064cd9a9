// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// A service whose calls choose the structure of the answer, so that clients can practice reading
/// values that are nested below a root member or in an envelope.
///
/// Its models imitate services that answer in Spanish: a user with a code and a name, and an error
/// whose code is 0 for success.
public enum Playground: Sendable {
    /// The declaration of the service.
    public static let api = API(
        name: "playground",
        title: "Playground",
        version: "1.0.0",
        prefix: "/playground",
        about: """
            Simulated answers: choose the status, the shape, where the value and the error stand, \
            what is wrong with the content and how long it takes, and see what a client makes of it.
            """,
        endpoints: [SimulateUser.self, SimulateNewUser.self]
    )

    /// The structure of an answer's content.
    public enum Shape: String, Codable, Sendable, CaseIterable {
        /// A user at the root, others at `respuesta` and at `user`, an error with the code 0 at
        /// `error`, and an error with the requested code (1 by default) at `errors`.
        case everything
        /// A user.
        case user
        /// Three users.
        case list
        /// An error.
        case error
        /// An error and a user; the user is null unless the code of the error is 0.
        case envelope
    }

    /// A fault in the content of an answer.
    public enum Fault: String, Codable, Sendable, CaseIterable {
        /// The end of the content is missing.
        case malformed
        /// There is no content.
        case empty
        /// A text stands in place of a user or of an error's code.
        case mistyped
        /// The content is plain text.
        case text
        /// The content is an HTML page, like the login pages of captive networks.
        case page
        /// The content is correct, but its media type is plain text.
        case mislabelled
    }

    /// The formats in which the service writes content.
    public enum Writing: String, Codable, Sendable, CaseIterable {
        /// JSON.
        case json
        /// XML, below a root element `answer`.
        case xml
    }
}
