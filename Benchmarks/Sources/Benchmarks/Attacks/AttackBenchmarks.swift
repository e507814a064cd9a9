// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding

/// Compares the cost of hostile input with that of innocent input of the same size.
///
/// Each input is read in a process of its own.
enum AttackBenchmarks {
    private static var attacks: [Attack] {
        Attack.onJSON + Attack.onModels + Attack.onXML + Attack.onForms + Attack.onStreams
    }

    /// The cost of reading one input.
    private struct Cost {
        let size: Int
        /// The time in microseconds.
        let time: Int
        /// The additional memory in KiB, with the values and without the input.
        let memory: Int
        let isRead: Bool

        init(_ line: String) throws {
            let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            guard numbers.count == 4 else { throw BenchmarkFailure("no figures: \(line)") }
            (size, time, memory, isRead) = (numbers[0], numbers[1], numbers[2], numbers[3] == 1)
        }
    }

    static func run() throws {
        print("\nattacks: × is how many times as much as innocent input of the same size takes")
        print(row(["", "bytes", "", "ms", "×", "MiB more", "×"]))
        for attack in attacks {
            let hostile = try cost(attack.name, attack.hostile())
            let innocent = try cost("innocent \(attack.name)", attack.innocent(hostile.size))
            // Figures below a page (4 KiB) or 10 µs are too imprecise, and are raised to that.
            let time = Double(max(hostile.time, 10)) / Double(max(innocent.time, 10))
            let memory = Double(max(hostile.memory, 4)) / Double(max(innocent.memory, 4))
            print(
                row([
                    attack.name, "\(hostile.size)", hostile.isRead ? "read" : "refused",
                    "\((Double(hostile.time) / 1_000).rounded(to: 2))", "\(time.rounded(to: 2))",
                    "\((Double(hostile.memory) / 1_024).rounded(to: 2))",
                    "\(memory.rounded(to: 2))",
                ])
            )
        }
    }

    private static func row(_ cells: [String]) -> String {
        let widths = [60, 9, 8, 9, 7, 9, 7]
        return zip(cells, widths).enumerated().map { index, cell in
            let (text, width) = cell
            let room = String(repeating: " ", count: max(0, width - text.count))
            return index == 0 || index == 2 ? text + room : room + text
        }
        .joined(separator: " ")
    }

    /// Makes another process read an input, and returns the cost.
    private static func cost(_ name: String, _ bytes: [UInt8]) throws -> Cost {
        let url = FileManager.default.temporaryDirectory.appending(path: "attack-\(getpid())")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(bytes).write(to: url)
        return try Cost(output(of: [CommandLine.arguments[0], "attack", name, url.path()]))
    }

    // MARK: - In a process of its own

    /// Prints the size of an input in bytes, the microseconds and KiB that reading takes, and 1 if
    /// it is accepted.
    static func measure(_ name: String, from path: String) throws {
        let isInnocent = name.hasPrefix("innocent ")
        guard let attack = attacks.first(where: { name.hasSuffix($0.name) }) else {
            throw BenchmarkFailure("there is no attack \(name)")
        }
        let read = isInnocent ? attack.readInnocent : attack.read
        let bytes = try MemoryBenchmarks.text(in: path)
        // Reads something first: the cost of using a type for the first time does not depend on the
        // input.
        try attack.readInnocent(attack.innocent(1_000))
        let before = try startOfPeak()
        var (isRead, shortest) = (true, Duration.seconds(1_000))
        var memory = 0
        for round in 0..<3 {
            let start = ContinuousClock.now
            do {
                try read(bytes)
            } catch is CodingError {
                isRead = false
            }
            shortest = min(shortest, start.duration(to: .now))
            if round == 0 { memory = Child.peakKilobytes(of: getpid()) - before }
        }
        print(bytes.count, Int(shortest / .microseconds(1)), max(memory, 0), isRead ? 1 : 0)
    }

    /// Resets the kernel's record of peak memory, and returns the memory in use in KiB.
    private static func startOfPeak() throws -> Int {
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        return Child.peakKilobytes(of: getpid())
    }
}
