// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The parts of a test that a run omits, to find a smaller test that still fails.
struct Reduction: Sendable, Hashable {
    /// A kind of network fault that can be omitted.
    enum Fault: String, Sendable, Hashable, CaseIterable {
        case loss, cuts, resets, refusal, lookups

        var probability: WritableKeyPath<NetworkFaults, Double> {
            switch self {
            case .loss: \.loss
            case .cuts: \.cuts
            case .resets: \.resets
            case .refusal: \.refusal
            case .lookups: \.lookups
            }
        }
    }

    /// The greatest number of clients; `nil` for as many as the test requests.
    var clients: Int?
    var faults: Set<Fault> = []
    /// The number of injected faults after which all later ones are omitted; `nil` for no limit.
    var faultLimit: Int?
    /// The numbers of the injected faults that are omitted.
    var skippedFaults: Set<Int> = []

    /// True if the injected fault with the given number, counted from 1, happens in this run.
    func has(faultNumber number: Int) -> Bool {
        number <= faultLimit ?? .max && !skippedFaults.contains(number)
    }

    /// Returns network faults without those that are omitted.
    func applied(to faults: NetworkFaults) -> NetworkFaults {
        self.faults.reduce(into: faults) { $0[keyPath: $1.probability] = 0 }
    }

    // MARK: - Steps

    /// The numbers of clients or faults that are tried, the smallest first.
    private static let counts = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32]

    /// Returns reductions with fewer clients than the given number, the fewest first.
    func withFewerClients(than count: Int) -> [Reduction] {
        Self.counts.filter { $0 < count }.map { count in changed { $0.clients = count } }
    }

    /// Returns the reduction with one more kind of network fault omitted.
    func without(_ fault: Fault) -> Reduction {
        changed { $0.faults.insert(fault) }
    }

    /// Returns reductions with fewer injected faults than the given number, the fewest first.
    func withFewerFaults(than count: Int) -> [Reduction] {
        ([0] + Self.counts).filter { $0 < count }.map { count in changed { $0.faultLimit = count } }
    }

    /// Returns the reduction with one more injected fault omitted.
    func without(faultNumber number: Int) -> Reduction {
        changed { $0.skippedFaults.insert(number) }
    }

    private func changed(_ change: (inout Reduction) -> Void) -> Reduction {
        var reduction = self
        change(&reduction)
        return reduction
    }
}

extension Reduction {
    /// The reduction as text at the end of a seed, such as `:clients=2:no-loss`.
    var text: String {
        let clients = clients.map { ":clients=\($0)" } ?? ""
        let faults = Fault.allCases.filter(faults.contains)
        let skipped = skippedFaults.sorted().map { ":no-\($0)" }
        let limit = faultLimit.map { ":faults=\($0)" } ?? ""
        return clients + faults.map { ":no-\($0.rawValue)" }.joined() + limit + skipped.joined()
    }

    init?(text: Substring) {
        for part in text.split(separator: ":") {
            if part.hasPrefix("clients="), let count = Int(part.dropFirst(8)), count > 0 {
                clients = count
            } else if part.hasPrefix("faults="), let count = Int(part.dropFirst(7)), count >= 0 {
                faultLimit = count
            } else if part.hasPrefix("no-"), let fault = Fault(rawValue: String(part.dropFirst(3)))
            {
                faults.insert(fault)
            } else if part.hasPrefix("no-"), let number = Int(part.dropFirst(3)), number > 0 {
                skippedFaults.insert(number)
            } else {
                return nil
            }
        }
    }
}
