// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures Recado beside what people use today: `Benchmarks [coding] [server] [client]`.
@main
struct Benchmarks {
    nonisolated static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let suites = arguments.isEmpty ? ["coding", "client", "server"] : arguments
        for suite in suites {
            switch suite {
            case "coding": try await CodingBenchmarks.run()
            case "client": try await ClientBenchmarks.run()
            case "server": try await ServerBenchmarks.run()
            default: throw BenchmarkFailure("there is no suite \(suite): coding, client, server")
            }
        }
        print(
            "\npeak memory of the measuring process: \(Child.peakKilobytes(of: getpid()) / 1_024) MB"
        )
    }
}
