// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error of a world that could not run its test to the end.
public struct SimulationError: Error, Sendable, Hashable {
    /// The kind of an error.
    public enum Kind: Sendable, Hashable {
        /// Nothing is left to run, but the test still waits: for an answer that never comes, or for
        /// something outside of the world.
        case standstill
        /// The test took longer than the world's time limit.
        case endless
        /// Swift's runtime is linked statically into the program, but worlds need it as a shared
        /// library.
        case noExecutor
        /// Dictionaries are ordered differently in each process, because
        /// `SWIFT_DETERMINISTIC_HASHING` is 0.
        case randomHashing
        /// An environment variable cannot be parsed; the text describes the error.
        case environment(String)
        /// The system cannot trap system calls, although `RECADO_TRAPS` requests it.
        case noTraps
        /// Two hosts were given the same name.
        case nameTaken(String)
    }

    /// The kind of the error.
    public let kind: Kind
    /// The time since the world began.
    public let time: Duration

    init(_ kind: Kind, at nanoseconds: Int64) {
        (self.kind, time) = (kind, .nanoseconds(nanoseconds))
    }
}

extension SimulationError: CustomStringConvertible {
    /// A description of the error, as a sentence.
    public var description: String {
        let place = "\(time.inNanoseconds / 1_000_000) ms after the world began"
        return switch kind {
        case .standstill:
            """
            nothing is left that could happen, \(place); the test still waits, for an answer that \
            nobody gives or for something outside of the world
            """
        case .endless:
            "the test has not ended \(place), and the next event is behind the limit of the world"
        case .environment(let mistake): mistake
        case .noExecutor: "worlds need Swift's runtime as a shared library; it is linked statically"
        case .randomHashing:
            "SWIFT_DETERMINISTIC_HASHING is 0; expected 1 or nothing, for worlds are the same each time"
        case .noTraps: "RECADO_TRAPS is set, and the system's kernel has no traps (seccomp)"
        case .nameTaken(let name): "two hosts are named \(name); expected a name for each"
        }
    }
}
