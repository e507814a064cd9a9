// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The time and memory that a program takes from start to end, as measured by the kernel.
struct Timing {
    let seconds: Double
    /// The processor time, in the program and in the kernel on its behalf.
    let processorSeconds: Double
    let peakKilobytes: Int

    /// Runs a program, and measures it.
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

    /// Returns how many futex calls a program makes, with which threads wait for and wake each
    /// other.
    ///
    /// It is `nil` if `strace` is missing or not allowed.
    static func futexCalls(of command: [String]) throws -> Int? {
        let file = FileManager.default.temporaryDirectory.appending(path: "recado-futex.txt")
        defer { try? FileManager.default.removeItem(at: file) }
        let trace = ["strace", "-f", "-qq", "-c", "-e", "trace=futex,execve", "-o", file.path()]
        _ = try output(of: trace + command)
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        // `execve` is traced too, so that the table exists even without any futex call.
        guard text.contains("execve") else { return nil }
        let line = text.split(separator: "\n").first { $0.hasSuffix(" futex") }
        return line?.split(separator: " ").dropFirst(3).first.flatMap { Int($0) } ?? 0
    }
}
