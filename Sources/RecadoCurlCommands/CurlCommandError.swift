// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Why a text is no curl command, or none that makes a request.
///
/// The description is one line that names the option at fault; it repeats no value, for that may be a
/// secret.
public struct CurlCommandError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong and, where that helps, what was expected.
    public let detail: String

    init(_ detail: String) {
        self.detail = detail
    }

    /// What is wrong, in one line.
    public var description: String { "curl command: " + Redaction.printable(detail) }
}
