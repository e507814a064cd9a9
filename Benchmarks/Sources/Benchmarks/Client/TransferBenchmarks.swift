// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CBareCurl
import Foundation
import RecadoClient
import RecadoCurl
import RecadoHTTP

/// The transport beside a bare loop over libcurl: HTTP/2, large content, memory and cancellation.
enum TransferBenchmarks {
    private static let megabytes = 100
    private static let port = 18_094

    static func run() async throws {
        let nginx = try Nginx(port: port, file: [UInt8](repeating: 0x78, count: megabytes << 20))
        let server = try nginx.start(processor: 1)
        defer { server.stop() }
        try await Task.sleep(for: .seconds(1))
        try server.check()
        print("\n× is the time of libcurl's bare loop divided by ours; wanted is 1 or more")
        try await overHTTP2(nginx)
        try await download(nginx)
        try await cancellation(nginx)
        try memory()
    }

    private static func overHTTP2(_ nginx: Nginx) async throws {
        let base = "https://localhost:\(nginx.securePort)"
        var options = CurlTransport.Options()
        options.host.trust = .authorities(file: nginx.certificateFile)
        let client = try Client(base: URI(base), transport: CurlTransport(options: options))
        let url = base + "/hello"
        try await Contest(
            title: "3 200 calls over TLS and HTTP/2, 64 at once",
            entries: [
                .init(name: "Recado") {
                    try await ClientBenchmarks.atOnce(3_200) { _ = try await client.bytes("hello") }
                },
                .init(name: "libcurl, a bare loop in C") {
                    let answers = bare_curl_at_once(url, nginx.certificateFile, 3_200, 64)
                    try ClientBenchmarks.expect(answers, 3_200)
                },
            ],
            runs: 1,
            rounds: 9
        ).run()
    }

    private static func download(_ nginx: Nginx) async throws {
        let transport = CurlTransport()
        let request = Request(
            method: .get,
            authority: "127.0.0.1:\(nginx.port)",
            target: "/catalog.json"
        )
        let url = "http://\(request.authority)\(request.target)"
        try await Contest(
            title: "a download of \(megabytes) MB, piece by piece",
            entries: [
                .init(name: "Recado") {
                    var count = 0
                    for try await piece in try await transport.send(request).content.pieces {
                        count += piece.count
                    }
                    try ClientBenchmarks.expect(count, megabytes << 20)
                },
                .init(name: "libcurl in C, buffers as large") {
                    let count = bare_curl_download(url, 65_536)
                    try ClientBenchmarks.expect(count, megabytes << 20)
                },
                .init(name: "libcurl in C, its own buffers") {
                    try ClientBenchmarks.expect(bare_curl_download(url, 0), megabytes << 20)
                },
            ],
            runs: 1,
            rounds: 9
        ).run()
    }

    // MARK: - Cancellation

    /// How long it takes from the cancellation of 64 downloads until their sockets are closed.
    private static func cancellation(_ nginx: Nginx) async throws {
        let transport = CurlTransport()
        let request = Request(
            method: .get,
            authority: "127.0.0.1:\(nginx.port)",
            target: "/slowly/catalog.json"
        )
        var before = Int.max
        var times: [Duration] = []
        for round in 0...7 {
            let contents = try await withThrowingTaskGroup(of: Content.self) { group in
                for _ in 0..<64 { group.addTask { try await transport.send(request).content } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let reading = Task {
                await withTaskGroup(of: Void.self) { group in
                    for content in contents {
                        group.addTask { _ = try? await content.collect(upTo: .max) }
                    }
                }
            }
            try await Task.sleep(for: .milliseconds(20))
            let start = ContinuousClock.now
            reading.cancel()
            await reading.value
            while descriptorCount() > before, start.duration(to: .now) < .seconds(5) {
                try await Task.sleep(for: .microseconds(100))
            }
            times.append(start.duration(to: .now))
            guard round == 0 else { continue }
            // In the first round the transport has started its threads, which have descriptors.
            try await Task.sleep(for: .milliseconds(200))
            (before, times) = (descriptorCount(), [])
        }
        let median = (times.sorted()[times.count / 2] / .milliseconds(1)).rounded(to: 2)
        print("\nfrom the cancellation of 64 downloads to closed sockets: \(median) ms")
        print("  (wanted: below 10 ms)")
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

    /// Prints the memory of the process after some calls and after many.
    static func measureMemory(port: String) async throws {
        let client = try Client(base: "http://127.0.0.1:\(port)", transport: CurlTransport())
        // The allocator's pools for threads are filled by the first.
        for calls in [1_024, 100_032] {
            try await ClientBenchmarks.atOnce(calls) { _ = try await client.bytes("hello") }
            print(Child.kilobytes(of: getpid()))
        }
    }
}
