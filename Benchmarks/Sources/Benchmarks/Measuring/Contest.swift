// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CAllocations

/// Things that do the same, measured in turn, so that a change of the machine's speed meets all.
struct Contest {
    /// One of the things.
    struct Entry {
        let name: String
        let run: () async throws -> Void
    }

    /// What came of one entry.
    struct Result {
        let name: String
        /// The median time of a run.
        let time: Duration
        /// The blocks of memory that one run asked for.
        let allocations: Int
    }

    let title: String
    /// The first is ours; the last is what it is compared with.
    let entries: [Entry]
    /// The number of runs in a round; times are per run.
    let runs: Int
    let rounds: Int

    func results() async throws -> [Result] {
        var times: [[Duration]] = entries.map { _ in [] }
        var allocations = entries.map { _ in 0 }
        for round in 0...rounds {
            let order =
                round.isMultiple(of: 2) ? Array(entries.indices) : entries.indices.reversed()
            for index in order {
                let before = allocations_so_far()
                let start = ContinuousClock.now
                for _ in 0..<runs { try await entries[index].run() }
                let time = start.duration(to: .now) / runs
                // The first round warms up.
                if round > 0 { times[index].append(time) }
                allocations[index] = Int(allocations_so_far() - before) / runs
            }
        }
        return entries.indices.map { index in
            Result(
                name: entries[index].name,
                time: times[index].sorted()[times[index].count / 2],
                allocations: allocations[index]
            )
        }
    }

    /// Measures, and prints a line for each entry with its ratio to the last.
    ///
    /// - Returns: The time of the last divided by that of the first, which is ours.
    @discardableResult
    func run() async throws -> Double {
        let results = try await results()
        guard let ours = results.first, let peer = results.last else { return 1 }
        print("\n\(title)")
        for result in results {
            let ratio = (peer.time / result.time).rounded(to: 2)
            let time = (result.time / .microseconds(1)).rounded(to: 2)
            print(
                "  \(result.name.padded(to: 34)) \("\(time)".padded(to: 12)) µs"
                    + "  × \("\(ratio)".padded(to: 7)) \(result.allocations) allocations"
            )
        }
        return peer.time / ours.time
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
