// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension PasswordHasher {
    /// The work that argon2id does for one hash (RFC 9106 §3.1).
    public struct Cost: Sendable, Hashable {
        /// The memory in kibibytes, written as `m` in a hash.
        public let memory: Int
        /// The number of passes over the memory, written as `t` in a hash.
        public let passes: Int
        /// The number of lanes, each computed by a thread, written as `p` in a hash.
        public let lanes: Int

        /// Creates a cost.
        ///
        /// The result is `nil` for a cost that argon2 does not allow or that no server should use:
        /// less than 8 KiB for each lane, more than 1 GiB, more than 32 passes, or more than 16
        /// lanes.
        ///
        /// - Parameters:
        ///   - memory: The memory in kibibytes.
        ///   - passes: The number of passes.
        ///   - lanes: The number of lanes.
        public init?(memory: Int, passes: Int, lanes: Int) {
            guard (1...16).contains(lanes), (1...32).contains(passes),
                memory >= 8 * lanes, memory <= 1 << 20
            else { return nil }
            self.init(checked: memory, passes, lanes)
        }

        private init(checked memory: Int, _ passes: Int, _ lanes: Int) {
            self.memory = memory
            self.passes = passes
            self.lanes = lanes
        }

        /// 19 MiB, two passes, one lane: the minimum of OWASP's password storage cheat sheet.
        ///
        /// A hash of this cost takes about 20 milliseconds of one core.
        public static let recommended = Cost(checked: 19_456, 2, 1)

        /// The lowest cost, for tests only: such a hash resists no attack.
        public static let insecureForTests = Cost(checked: 8, 1, 1)

        /// 256 MiB, ten passes, eight lanes: the default limit for stored hashes.
        public static let largestAccepted = Cost(checked: 262_144, 10, 8)

        /// True if no parameter is larger than in another cost.
        func isWithin(_ other: Cost) -> Bool {
            memory <= other.memory && passes <= other.passes && lanes <= other.lanes
        }
    }

    /// The settings of a hasher.
    public struct Options: Sendable {
        /// The cost of new hashes; ``Cost/recommended`` by default.
        public var cost: Cost = .recommended
        /// The highest cost that a stored hash may have; ``Cost/largestAccepted`` by default.
        ///
        /// A stored hash states the memory that its verification needs, and it comes from a
        /// database that may have been imported or tampered with.
        public var acceptedCost: Cost = .largestAccepted
        /// The maximum number of hashes that are computed at once, 1 to 64; two by default.
        ///
        /// Each hash takes a core and the memory of its cost.
        public var concurrency: Int = 2
        /// The maximum number of waiting calls; 64 by default, whose hashes take well under a
        /// second with the default cost and concurrency.
        ///
        /// A call beyond the limit fails at once with `busy`.
        public var waitingLimit: Int = 64
        /// The maximum length of a password in UTF-8 bytes; 1024 by default, far more than anybody
        /// types.
        public var passwordLimit: Int = 1_024

        /// Creates the default options.
        public init() {}

        /// Creates options that differ from the default.
        ///
        /// - Parameter change: Changes the default options.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }
    }
}
