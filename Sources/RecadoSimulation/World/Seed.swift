// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A number that determines all random choices in a world.
public struct Seed: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// The number from which the random generators are initialized.
    public let number: UInt64
    /// The parts of the test that are omitted.
    let reduction: Reduction

    /// Creates a seed from a number.
    public init(_ number: UInt64) { self.init(number, Reduction()) }

    init(_ number: UInt64, _ reduction: Reduction) {
        (self.number, self.reduction) = (number, reduction)
    }

    /// Parses the text of a seed; see ``description``.
    ///
    /// - Parameter text: A number, followed by the omitted parts of the test, if any.
    public init?(_ text: String) {
        let digits = text.prefix { $0 != ":" }
        guard let number = UInt64(digits),
            let reduction = Reduction(text: text.dropFirst(digits.count))
        else { return nil }
        self.init(number, reduction)
    }

    /// Creates a seed from a literal.
    public init(integerLiteral number: UInt64) { self.init(number) }
}

extension Seed: CustomStringConvertible {
    /// The text for `RECADO_SEED`: the number, followed by the omitted parts of the test, if any,
    /// such as `15:clients=2:no-loss`.
    public var description: String { "\(number)\(reduction.text)" }
}

/// A failed run of a test, with the seed that reproduces it and the events before the failure.
public struct SimulationFailure: Error, CustomStringConvertible {
    /// The seed of the world.
    public let seed: Seed
    /// The error that the test threw, or that ended the world.
    public let error: any Error
    /// The events up to the failure.
    public let timeline: Timeline
    /// The number of clients that the test had.
    let clientCount: Int
    /// The number of injected faults.
    let faultCount: Int
    /// The faults of the network at the end.
    let faults: NetworkFaults

    /// True if another failure has the same type of error and, for errors of this module, the same
    /// kind or property.
    func isLike(_ other: SimulationFailure) -> Bool {
        type(of: error) == type(of: other.error)
            && (error as? SimulationError)?.kind == (other.error as? SimulationError)?.kind
            && (error as? BrokenProperty)?.property == (other.error as? BrokenProperty)?.property
    }

    /// The error, the seed and the last forty events.
    public var description: String {
        let lines = timeline.lines.suffix(40)
        let rest = timeline.eventCount - lines.count
        let note = rest > 0 ? "\n    (\(rest) events before: SimulationFailure.timeline)" : ""
        return """
            \(error)
            with seed \(seed), after \(timeline.eventCount) events: RECADO_SEED=\(seed) runs it again\(note)
            \(lines.joined(separator: "\n"))
            """
    }
}
