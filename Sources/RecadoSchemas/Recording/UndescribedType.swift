// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error for a type whose schema cannot be found, so that no document can be written.
public struct UndescribedType: Error, Sendable, CustomStringConvertible {
    /// The name of the type and the reason.
    public let reason: String

    package init(reason: String) {
        self.reason = reason
    }

    /// The name of the type and the reason.
    public var description: String { reason }
}
