// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// A service that answers as it is asked to: a playground for calls whose
/// answers have a root or an envelope.
///
/// Its models are those of services that answer in Spanish: a user with a code and a name, and an
/// error whose code is 0 where nothing is wrong.
public enum Playground: Sendable {
    /// The service as its callers see it.
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
        /// Users at the root, at `respuesta` and at `user`, an error that is none at
        /// `error`, and one at `errors`.
        case everything
        /// A user.
        case user
        /// Three users.
        case list
        /// An error.
        case error
        /// An error, whose code may be 0, beside a user, or null if there is an error.
        case envelope
    }

    /// A fault in the content of an answer.
    public enum Fault: String, Codable, Sendable, CaseIterable {
        /// The end is missing.
        case malformed
        /// There is none.
        case empty
        /// A text stands in the place of a user, and of a code.
        case mistyped
        /// A text stands in its place.
        case text
        /// An HTML page stands in its place, as networks send it that ask for a login.
        case page
        /// It is as it should be, and is called text.
        case mislabelled
    }

    /// The formats of content.
    public enum Writing: String, Codable, Sendable, CaseIterable {
        /// JSON.
        case json
        /// XML, below a root element `answer`.
        case xml
    }
}
