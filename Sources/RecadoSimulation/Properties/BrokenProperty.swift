// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A property that did not hold.
public struct BrokenProperty: Error, Sendable, Hashable, CustomStringConvertible {
    /// The property, such as `nothing acknowledged is lost`.
    public let property: String
    /// The facts that contradict it.
    public let detail: String

    /// Creates an error, also for properties that a test defines.
    ///
    /// - Parameters:
    ///   - property: The property that did not hold.
    ///   - detail: The facts that contradict it.
    public init(_ property: String, _ detail: String) {
        (self.property, self.detail) = (property, detail)
    }

    /// The contradiction in a sentence.
    public var description: String { "not true: \(property): \(detail)" }
}
