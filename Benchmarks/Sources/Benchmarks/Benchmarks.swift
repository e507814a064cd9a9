// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compares Recado with what people use today: `Benchmarks [coding] [attacks] [client] [server]
/// [hyper] [load] [scores] [pages] [soap] [imports] [postgresql]`.
@main
struct Benchmarks {
    nonisolated static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
            // Exits normally, so that results in the output buffer are still printed.
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        if try await part(arguments) { return }
        let all = [
            "coding", "attacks", "client", "server", "load", "scores", "pages", "soap", "imports",
            "postgresql",
        ]
        let suites = arguments.isEmpty ? all : arguments
        for suite in suites {
            switch suite {
            case "coding":
                try await CodingBenchmarks.run()
                try await XMLBenchmarks.run()
                try await JSONAPIBenchmarks.run()
                try await FormBenchmarks.run()
                try MemoryBenchmarks.run()
            case "json-api": try await JSONAPIBenchmarks.run()
            case "attacks": try AttackBenchmarks.run()
            case "client": try await ClientBenchmarks.run()
            case "client-briefly": try await ClientBenchmarks.run(dividedBy: 100)
            case "transfers": try await TransferBenchmarks.run()
            case "server": try await ServerBenchmarks.run()
            case "hyper": try await HyperBenchmarks.run()
            case "load": try await LoadBenchmarks.run()
            case "scores": try await ScoresBenchmarks.run()
            case "pages": try await PageBenchmarks.run()
            case "soap": try await SOAPBenchmarks.run()
            case "imports": try await ImportBenchmarks.run()
            case "postgresql": try await PostgreSQLBenchmarks.run()
            default:
                throw BenchmarkFailure(
                    "there is no suite \(suite): \(all.joined(separator: ", "))"
                )
            }
        }
        print(
            "\npeak memory of the measuring process: \(Child.peakKilobytes(of: getpid()) / 1_024) MB"
        )
    }

    /// Runs a part of a benchmark that this program starts in another process.
    private static func part(_ arguments: [String]) async throws -> Bool {
        let rest = arguments.dropFirst()
        switch (arguments.first, rest.first) {
        case ("memory-json", nil): try MemoryBenchmarks.measure("json")
        case ("memory-calls", let port?): try await TransferBenchmarks.measureMemory(port: port)
        case ("memory-xml", nil): try MemoryBenchmarks.measure("xml")
        case ("soap-calls", _?): try await SOAPBenchmarks.printTime(Array(rest))
        case ("write-json", let path?): try MemoryBenchmarks.write("json", to: path)
        case ("write-xml", let path?): try MemoryBenchmarks.write("xml", to: path)
        case ("soak", let seconds?):
            try LoadBenchmarks.soak(seconds: Int(seconds) ?? 600)
        case ("attack", let name?):
            try AttackBenchmarks.measure(name, from: rest.dropFirst().first ?? "")
        case ("instructions", nil): InstructionBenchmarks.list()
        case ("instructions", let name?):
            try await InstructionBenchmarks.run(name, times: rest.last.flatMap { Int($0) } ?? 1)
        default: return false
        }
        return true
    }
}
