// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures Recado beside what people use today: `Benchmarks [coding] [server] [client]`.
@main
struct Benchmarks {
    nonisolated static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if try part(arguments) { return }
        let suites = arguments.isEmpty ? ["coding", "client", "server"] : arguments
        for suite in suites {
            switch suite {
            case "coding":
                try await CodingBenchmarks.run()
                try await XMLBenchmarks.run()
                try await FormBenchmarks.run()
                try MemoryBenchmarks.run()
            case "client": try await ClientBenchmarks.run()
            case "server": try await ServerBenchmarks.run()
            default: throw BenchmarkFailure("there is no suite \(suite): coding, client, server")
            }
        }
        print(
            "\npeak memory of the measuring process: \(Child.peakKilobytes(of: getpid()) / 1_024) MB"
        )
    }

    /// Does what this program asks of itself in another process.
    private static func part(_ arguments: [String]) throws -> Bool {
        switch (arguments.first, arguments.dropFirst().first) {
        case ("memory-json", nil): try MemoryBenchmarks.measure("json")
        case ("memory-xml", nil): try MemoryBenchmarks.measure("xml")
        case ("write-json", let path?): try MemoryBenchmarks.write("json", to: path)
        case ("write-xml", let path?): try MemoryBenchmarks.write("xml", to: path)
        default: return false
        }
        return true
    }
}
