// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The time and memory that a program has taken from its start to its end, as the kernel counts it.
struct Timing {
    let seconds: Double
    /// The time of the processors, in the program and in the kernel for it.
    let processorSeconds: Double
    let peakKilobytes: Int

    /// Runs a program.
    init(of command: [String]) throws {
        let text = try output(of: [ServerBenchmarks.program("Timing")] + command)
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count == 3 else {
            throw BenchmarkFailure("it has failed: \(command.joined(separator: " "))")
        }
        seconds = Double(numbers[0]) / 1_000_000
        processorSeconds = Double(numbers[1]) / 1_000_000
        peakKilobytes = numbers[2]
    }

    /// How often a program and its threads wait for one another, or wake
    /// each other, through the kernel.
    ///
    /// It is `nil` where there is no `strace`, or it may not look.
    static func futexCalls(of command: [String]) throws -> Int? {
        let file = FileManager.default.temporaryDirectory.appending(path: "recado-futex.txt")
        defer { try? FileManager.default.removeItem(at: file) }
        let trace = ["strace", "-f", "-qq", "-c", "-e", "trace=futex,execve", "-o", file.path()]
        _ = try output(of: trace + command)
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        // The start of the program is counted, so that there is a table without a single futex.
        guard text.contains("execve") else { return nil }
        let line = text.split(separator: "\n").first { $0.hasSuffix(" futex") }
        return line?.split(separator: " ").dropFirst(3).first.flatMap { Int($0) } ?? 0
    }
}
