// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A number that determines all random choices in a world.
public struct Seed: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// The number.
    public let number: UInt64
    /// The parts of the test that are left out.
    let reduction: Reduction

    /// Creates a seed of a number.
    public init(_ number: UInt64) { self.init(number, Reduction()) }

    init(_ number: UInt64, _ reduction: Reduction) {
        (self.number, self.reduction) = (number, reduction)
    }

    /// Reads the text of a seed; see ``description``.
    ///
    /// - Parameter text: A number, followed by the parts of the test that are left out, if any.
    public init?(_ text: String) {
        let digits = text.prefix { $0 != ":" }
        guard let number = UInt64(digits),
            let reduction = Reduction(text: text.dropFirst(digits.count))
        else { return nil }
        self.init(number, reduction)
    }

    /// Creates a seed of a literal.
    public init(integerLiteral number: UInt64) { self.init(number) }
}

extension Seed: CustomStringConvertible {
    /// The text that `RECADO_SEED` takes: the number, followed by the parts of the test that are
    /// left out, if any: `15:clients=2:no-loss`.
    public var description: String { "\(number)\(reduction.text)" }
}

/// A failure in a world, with the seed that reproduces it and the events before it.
public struct SimulationFailure: Error, CustomStringConvertible {
    /// The seed of the world.
    public let seed: Seed
    /// The error that the test threw, or that ended the world.
    public let error: any Error
    /// The events until then.
    public let timeline: Timeline
    /// The numbers of clients and injected faults, and the faults of the network at the end.
    let clientCount: Int
    let faultCount: Int
    let faults: NetworkFaults

    /// True if another failure has an error of the same type and, for an error of the world, of the
    /// same kind.
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
