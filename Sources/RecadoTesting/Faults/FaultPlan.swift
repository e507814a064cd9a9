// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A plan that decides which requests fail, and with which faults.
public struct FaultPlan: Sendable {
    private let choose: @Sendable (Request, Int) -> Fault

    /// Creates a plan.
    ///
    /// - Parameter choose: Returns the fault for a request, given the request and its number, which
    ///   begins at 1.
    public init(_ choose: @escaping @Sendable (Request, Int) -> Fault) {
        self.choose = choose
    }

    /// Every request has the same fault.
    ///
    /// - Parameter fault: The fault of every request.
    /// - Returns: The plan.
    public static func always(_ fault: Fault) -> FaultPlan {
        FaultPlan { _, _ in fault }
    }

    /// The first requests have the given faults in order, and later ones have none.
    ///
    /// - Parameter faults: The faults of the first request, the second one, and so on.
    /// - Returns: The plan.
    public static func sequence(_ faults: Fault...) -> FaultPlan {
        FaultPlan { _, number in number <= faults.count ? faults[number - 1] : .none }
    }

    /// A temporary outage: the first requests all have the same fault, and later ones have none.
    ///
    /// - Parameters:
    ///   - count: The number of requests with the fault.
    ///   - fault: The fault of these requests.
    /// - Returns: The plan.
    public static func first(_ count: Int, _ fault: Fault) -> FaultPlan {
        FaultPlan { _, number in number <= count ? fault : .none }
    }

    /// Randomly chosen requests have faults; the same seed always produces the same faults.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random choices. Print it with a failure to reproduce the same
    ///     faults.
    ///   - rate: The share of the requests with faults, from 0 for none to 1 for all.
    ///   - faults: The faults to choose from, all with the same probability.
    /// - Returns: The plan.
    public static func random(seed: UInt64, rate: Double, _ faults: Fault...) -> FaultPlan {
        FaultPlan { _, number in
            // Each request has its own random number generator, so that the faults do not depend on
            // the order in which tasks run.
            var chance = Chance(seed: seed, number: number)
            guard !faults.isEmpty, Double.random(in: 0..<1, using: &chance) < rate else {
                return .none
            }
            return faults[Int.random(in: 0..<faults.count, using: &chance)]
        }
    }

    func fault(for request: Request, number: Int) -> Fault { choose(request, number) }
}

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64, number: Int = 0) {
        state = seed
        state = next() &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
