// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CAllocations

/// Alternatives that do the same, measured in turn so that changes of the machine's speed affect
/// all.
struct Contest {
    /// One alternative.
    struct Entry {
        let name: String
        /// Measures a number of runs, and returns the mean time of one.
        let measure: (_ runs: Int) async throws -> Duration

        init(name: String, measure: @escaping (_ runs: Int) async throws -> Duration) {
            self.name = name
            self.measure = measure
        }

        init(name: String, run: @escaping () async throws -> Void) {
            self.init(name: name) { (runs: Int) in
                let start = ContinuousClock.now
                for _ in 0..<runs { try await run() }
                return start.duration(to: .now) / runs
            }
        }
    }

    /// The results for one entry.
    struct Result {
        let name: String
        /// The median time of a run.
        let time: Duration
        /// The mean time of a run in the fastest round.
        let least: Duration
        /// The number of memory allocations in one run.
        let allocations: Int
    }

    /// The ratios in the result of a contest.
    struct Outcome {
        /// The last entry's median time divided by ours; above 1, we are faster.
        let lead: Double
        /// Our fastest time divided by the external program's; above 1, we are slower.
        ///
        /// Fastest times are compared: medians also contain the time that other work took on the
        /// same processor.
        let lag: Double?
    }

    let title: String
    /// The alternatives: the first is ours, and the last is what it is compared with.
    let entries: [Entry]
    /// The number of runs in each round; times are per run.
    let runs: Int
    let rounds: Int
    /// An external program that does the same, measured in the same rounds.
    var program: Entry?

    /// Measures all entries and the external program, if there is one; its result is the last.
    ///
    /// The order of the measurements is reversed in every other round.
    func results() async throws -> [Result] {
        let entries = entries + (program.map { [$0] } ?? [])
        var times: [[Duration]] = entries.map { _ in [] }
        var allocations = entries.map { _ in 0 }
        for round in 0...rounds {
            let order =
                round.isMultiple(of: 2) ? Array(entries.indices) : entries.indices.reversed()
            for index in order {
                let before = allocations_so_far()
                let time = try await entries[index].measure(runs)
                // The first round is only a warm-up.
                if round > 0 { times[index].append(time) }
                allocations[index] = Int(allocations_so_far() - before) / runs
            }
        }
        return entries.indices.map { index in
            let times = times[index].sorted()
            return Result(
                name: entries[index].name,
                time: times[times.count / 2],
                least: times[0],
                allocations: allocations[index]
            )
        }
    }

    /// Measures, and prints a line for each entry with its ratio to the last, and one for the
    /// external program.
    @discardableResult
    func run() async throws -> Outcome {
        let results = try await results()
        let (ours, peer) = (results[0], results[entries.count - 1])
        print("\n\(title)")
        for result in results.prefix(entries.count) {
            let ratio = (peer.time / result.time).rounded(to: 2)
            print(
                "\(line(result))  × \("\(ratio)".padded(to: 7)) \(result.allocations) allocations"
            )
        }
        let lag = results.dropFirst(entries.count).first.map { result in
            let lag = ours.least / result.least
            print("\(line(result))  ÷ \(lag.rounded(to: 2))")
            return lag
        }
        return Outcome(lead: peer.time / ours.time, lag: lag)
    }

    private func line(_ result: Result) -> String {
        let time = (result.time / .microseconds(1)).rounded(to: 2)
        return "  \(result.name.padded(to: 34)) \("\(time)".padded(to: 12)) µs"
    }
}

extension Double {
    func rounded(to digits: Int) -> Double {
        let factor = (0..<digits).reduce(1.0) { power, _ in power * 10 }
        return (self * factor).rounded() / factor
    }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
