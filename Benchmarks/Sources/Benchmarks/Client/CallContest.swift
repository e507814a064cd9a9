// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Programs that make the same calls, run in turn so that changes of the machine's speed affect
/// all.
struct CallContest {
    /// A program whose arguments are an address, the numbers of calls and tasks, and perhaps a
    /// certificate.
    struct Caller {
        let name: String
        let command: [String]

        /// The programs; the others are compared with the first, which is ours.
        static let all = [
            Caller(name: "Recado", command: [ServerBenchmarks.program("CallingClient")]),
            Caller(name: "hyper", command: [hyper]),
            Caller(name: "hyper on one thread", command: ["env", "ONE_THREAD=1", hyper]),
            Caller(name: "Go, net/http", command: [Child.peer("go-client/go-client")]),
            Caller(name: "libcurl in C", command: [ServerBenchmarks.program("BareCurl")]),
        ]

        private static let hyper = Child.peer("hyper-peer/target/release/hyper-client")
    }

    let title: String
    let address: String
    let calls: Int
    /// The number of concurrent calls; with zero, long responses are read one after another.
    let tasks: Int
    /// The path of a certificate to trust.
    var certificate: String?

    private static let rounds = 5

    /// Measures all programs, and prints a line for each with the ratio of our cost to its.
    func run() throws {
        var timings: [[Timing]] = Caller.all.map { _ in [] }
        for round in 0..<Self.rounds {
            let order = Array(Caller.all.indices)
            for index in round.isMultiple(of: 2) ? order : order.reversed() {
                timings[index].append(try Timing(of: command(of: Caller.all[index], calls)))
            }
        }
        print("\n\(title)")
        for (caller, theirs) in zip(Caller.all, timings) {
            let time = (theirs.map(\.seconds).median * 1_000).rounded(to: 1)
            let processor = (theirs.map(\.processorSeconds).median * 1_000).rounded(to: 1)
            let peak = Double(theirs.map(\.peakKilobytes).max() ?? 0) / 1_024
            print(
                "  \(caller.name.padded(to: 20)) \("\(time) ms".padded(to: 12))"
                    + " × \(ratio(timings[0], theirs, \.seconds).padded(to: 6))"
                    + " \("\(processor) ms".padded(to: 12)) of processor"
                    + " × \(ratio(timings[0], theirs, \.processorSeconds).padded(to: 6))"
                    + " \(peak.rounded(to: 1)) MB at most"
            )
        }
    }

    /// Prints how many futex calls each program makes for one call, which shows how often threads
    /// wait.
    func countFutexCalls() throws {
        print("\n\(title): futex calls for each")
        for caller in Caller.all {
            let count = try Timing.futexCalls(of: command(of: caller, calls))
            let each = count.map { "\((Double($0) / Double(calls)).rounded(to: 2))" }
            print("  \(caller.name.padded(to: 20)) \(each ?? "unknown without strace")")
        }
    }

    private func command(of caller: Caller, _ calls: Int) -> [String] {
        caller.command + [address, "\(calls)", "\(tasks)"] + (certificate.map { [$0] } ?? [])
    }

    /// Returns the median ratio of our value to a peer's in the same round.
    private func ratio(
        _ ours: [Timing],
        _ theirs: [Timing],
        _ value: (Timing) -> Double
    ) -> String {
        "\(zip(ours, theirs).map { value($0) / value($1) }.median.rounded(to: 2))"
    }
}
