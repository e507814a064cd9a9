// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// An error for text that is not a curl command, or for a command that cannot be turned into a
/// request.
///
/// The description is one line that names the option in question. It contains no values, because a
/// value may be a secret.
public struct CurlCommandError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A message that names the error and, in some cases, the expected form.
    public let detail: String

    init(_ detail: String) {
        self.detail = detail
    }

    /// A description of the error, in one line.
    public var description: String { "curl command: " + Redaction.printable(detail) }
}
