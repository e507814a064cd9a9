// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A request as a curl command, in both directions.
///
/// ```swift
/// print(request.curl())                        // for a colleague: no secrets, no content
/// print(request.curl(redacting: .nothing))     // for a shell: the whole request
/// let request = try Request(curl: "curl https://example.org/films -d title=Solaris")
/// ```
public enum CurlCommand: Sendable {
    /// The longest command that is read, in bytes: 8 MiB, enough for a large document that somebody
    /// might paste.
    public static let limit = 8 << 20

    /// The parts of a command that are masked.
    public enum Redaction: Sendable, Hashable {
        /// The values of sensitive fields and of the query, and the content.
        case secrets
        /// The values under sensitive names (`SensitiveNames`) in fields, the query and the
        /// content; if content cannot be searched for names, only its size is written.
        ///
        /// Everything else is written unchanged.
        case credentials
        /// Nothing: the command sends the same request.
        case nothing
    }

    /// The shell whose rules the words of a command follow.
    @nonexhaustive
    public enum Shell: Sendable, Hashable {
        /// A POSIX shell, with the `$'…'` of bash and zsh: “Copy as cURL (bash)”.
        case posix
        /// The command prompt of Windows: “Copy as cURL (cmd)”.
        case commandPrompt
    }
}
