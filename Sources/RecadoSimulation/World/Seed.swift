// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A number that decides everything that chance would in a world.
public struct Seed: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// The number.
    public let number: UInt64

    /// Creates a seed of a number.
    public init(_ number: UInt64) { self.number = number }

    /// Creates a seed of a literal.
    public init(integerLiteral number: UInt64) { self.number = number }
}

extension Seed: CustomStringConvertible {
    /// The number, as `RECADO_SEED` takes it.
    public var description: String { String(number) }
}

/// A failure in a world: with the seed that leads to it again, and what happened before it.
public struct SimulationFailure: Error, CustomStringConvertible {
    /// The seed of the world.
    public let seed: Seed
    /// The error that the test threw, or that ended the world.
    public let error: any Error
    /// The events until then.
    public let timeline: Timeline

    /// The error, the seed and the last forty events.
    public var description: String {
        """
        \(error)
        with seed \(seed), after \(timeline.eventCount) events: RECADO_SEED=\(seed) runs it again
        \(timeline.lines.suffix(40).joined(separator: "\n"))
        """
    }
}
