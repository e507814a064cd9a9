// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Settings for writing requests as curl commands and for reading them.
///
/// ```swift
/// print(request.curl())                        // for a colleague: no secrets, no content
/// print(request.curl(redacting: .nothing))     // for a shell: the whole request
/// let request = try Request(curl: "curl https://example.org/films -d title=Solaris")
/// ```
public enum CurlCommand: Sendable {
    /// The maximum length of a command that is read, in bytes: 8 MiB, which is enough for a large
    /// pasted document.
    public static let limit = 8 << 20

    /// The parts of a request that are masked in a command.
    public enum Redaction: Sendable, Hashable {
        /// The values of sensitive fields, all values of the query, and the content.
        case secrets
        /// The values of sensitive names (`SensitiveNames`) in fields, the query and the content.
        ///
        /// If content cannot be searched for names, only its size is written. Everything else is
        /// written unchanged.
        case credentials
        /// Nothing is masked, so the command sends the same request.
        case nothing
    }

    /// The shell whose quoting rules a command follows.
    @nonexhaustive
    public enum Shell: Sendable, Hashable {
        /// A POSIX shell, with the `$'…'` of bash and zsh; browsers call it “Copy as cURL (bash)”.
        case posix
        /// The command prompt of Windows; browsers call it “Copy as cURL (cmd)”.
        case commandPrompt
    }
}
