// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Which requests something goes wrong with, and what.
public struct FaultPlan: Sendable {
    private let choose: @Sendable (Request, Int) -> Fault

    /// Creates a plan.
    ///
    /// - Parameter choose: Says what goes wrong with a request, of which
    ///   it is told the number, from 1.
    public init(_ choose: @escaping @Sendable (Request, Int) -> Fault) {
        self.choose = choose
    }

    /// The same with each request.
    ///
    /// - Parameter fault: The fault of every request.
    /// - Returns: The plan.
    public static func always(_ fault: Fault) -> FaultPlan {
        FaultPlan { _, _ in fault }
    }

    /// One thing after the other, and then nothing any more.
    ///
    /// - Parameter faults: The faults of the first request, the second one, and so on.
    /// - Returns: The plan.
    public static func sequence(_ faults: Fault...) -> FaultPlan {
        FaultPlan { _, number in number <= faults.count ? faults[number - 1] : .none }
    }

    /// A storm that passes: the same with each of the first requests, and then nothing any more.
    ///
    /// - Parameters:
    ///   - count: The number of requests that are hit.
    ///   - fault: The fault that hits them.
    /// - Returns: The plan.
    public static func first(_ count: Int, _ fault: Fault) -> FaultPlan {
        FaultPlan { _, number in number <= count ? fault : .none }
    }

    /// Something now and then, the same for the same seed.
    ///
    /// - Parameters:
    ///   - seed: The number that chance is made of. Print it with a failure to have the same once
    ///     more.
    ///   - rate: The share of the requests that is hit, from 0 for none to 1 for all.
    ///   - faults: The faults that may happen, each as often as the others.
    /// - Returns: The plan.
    public static func random(seed: UInt64, rate: Double, _ faults: Fault...) -> FaultPlan {
        FaultPlan { _, number in
            // A generator of its own for each request: it does not matter which task comes first.
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
