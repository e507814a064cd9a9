// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error of a test that has found that a property does not hold.
public struct BrokenProperty: Error, Sendable, Hashable, CustomStringConvertible {
    /// The property, such as `nothing acknowledged is lost`.
    public let property: String
    /// The facts that contradict the property.
    public let detail: String

    /// Creates an error; tests may use it for properties of their own.
    ///
    /// - Parameters:
    ///   - property: The property that did not hold.
    ///   - detail: The facts that contradict the property.
    public init(_ property: String, _ detail: String) {
        (self.property, self.detail) = (property, detail)
    }

    /// A description of the contradiction, as a sentence.
    public var description: String { "not true: \(property): \(detail)" }
}
