// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoHTTP
import RecadoSockets

/// Measures the transport alone: how soon cancelled downloads end, and its memory after many calls.
enum TransferBenchmarks {
    private static let port = 18_094

    static func run() async throws {
        let nginx = try Nginx(port: port, file: [UInt8](repeating: 0x78, count: 1 << 20))
        let server = try nginx.start(processor: 1)
        defer { server.stop() }
        try await Task.sleep(for: .seconds(1))
        try server.check()
        try await cancellation(nginx)
        try memory()
    }

    // MARK: - Cancellation

    /// Measures the time from cancelling 64 downloads until their sockets are closed.
    private static func cancellation(_ nginx: Nginx) async throws {
        let transport = SocketTransport()
        let request = Request(
            method: .get,
            authority: "127.0.0.1:\(nginx.port)",
            target: "/slowly/catalog.json"
        )
        var before = Int.max
        var times: [Duration] = []
        for round in 0...100 {
            let reading = try await beginReading(request, over: transport)
            try await Task.sleep(for: .milliseconds(20))
            let start = ContinuousClock.now
            reading.cancel()
            await reading.value
            while descriptorCount() > before, start.duration(to: .now) < .seconds(5) {
                try await Task.sleep(for: .microseconds(100))
            }
            times.append(start.duration(to: .now))
            guard round == 0 else { continue }
            // The first round also starts the transport's thread, which opens descriptors of its
            // own.
            try await Task.sleep(for: .milliseconds(200))
            (before, times) = (descriptorCount(), [])
        }
        times.sort()
        func milliseconds(_ part: Double) -> Double {
            let index = min(times.count - 1, Int(Double(times.count) * part))
            return (times[index] / .milliseconds(1)).rounded(to: 2)
        }
        print("\nfrom the cancellation of 64 downloads to closed sockets")
        let (median, late) = (milliseconds(0.5), milliseconds(0.99))
        print("  median \(median) ms, p99 \(late) ms (wanted: below 10 ms)")
    }

    /// Starts 64 downloads, and returns a task that reads them.
    private static func beginReading(
        _ request: Request,
        over transport: SocketTransport
    ) async throws -> Task<Void, Never> {
        let contents = try await withThrowingTaskGroup(of: Content.self) { group in
            for _ in 0..<64 { group.addTask { try await transport.send(request).content } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        return Task {
            await withTaskGroup(of: Void.self) { group in
                for content in contents {
                    group.addTask { _ = try? await content.collect(upTo: .max) }
                }
            }
        }
    }

    private static func descriptorCount() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    // MARK: - Memory

    private static func memory() throws {
        let line = try output(of: [CommandLine.arguments[0], "memory-calls", "\(port)"])
        let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count == 2 else { throw BenchmarkFailure("no figures of memory") }
        print(
            "\nmemory after 1 000 calls \(numbers[0]) KiB, after 100 000 more \(numbers[1]) KiB"
                + " (wanted: no growth)"
        )
    }

    /// Prints the memory of the process after 1,024 calls, and after 100,032 more.
    static func measureMemory(port: String) async throws {
        let client = try Client(base: "http://127.0.0.1:\(port)", transport: SocketTransport())
        // The first calls fill the allocator's per-thread pools.
        for calls in [1_024, 100_032] {
            try await ClientBenchmarks.atOnce(calls) { _ = try await client.bytes("hello") }
            print(Child.kilobytes(of: getpid()))
        }
    }
}
