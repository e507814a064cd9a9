// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A type whose shape cannot be found, so that no document can be written.
public struct UndescribedType: Error, Sendable, CustomStringConvertible {
    /// The type and the obstacle.
    public let reason: String

    package init(reason: String) {
        self.reason = reason
    }

    /// The type and the obstacle.
    public var description: String { reason }
}
