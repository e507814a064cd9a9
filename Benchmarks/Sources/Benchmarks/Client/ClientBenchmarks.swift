// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CBareCurl
import Foundation
import RecadoClient
import RecadoCurl
import RecadoHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The client beside URLSession and a bare loop over libcurl, against nginx on another processor.
enum ClientBenchmarks {
    static func run() async throws {
        let nginx = try Nginx(port: 18_090, file: [])
        let server = try nginx.start(processor: 1)
        defer { server.stop() }
        try await Task.sleep(for: .seconds(1))
        try server.check()
        let base = "http://127.0.0.1:\(nginx.port)"
        let client = try Client(base: URI(base), transport: CurlTransport())
        let configuration = URLSessionConfiguration.default
        configuration.httpMaximumConnectionsPerHost = 64
        let session = URLSession(configuration: configuration)
        guard let url = URL(string: base + "/hello") else { return }

        print("\nClient: medians of interleaved rounds; × is URLSession's time divided by ours")
        try await oneAfterAnother(client, session, url)
        try await manyAtOnce(client, session, url)
        try await TransferBenchmarks.run()
    }

    private static func oneAfterAnother(
        _ client: Client,
        _ session: URLSession,
        _ url: URL
    ) async throws {
        try await Contest(
            title: "1 000 calls, one after another",
            entries: [
                .init(name: "Recado") {
                    for _ in 0..<1_000 { _ = try await client.bytes("hello") }
                },
                .init(name: "libcurl, a bare loop in C") {
                    try expect(bare_curl_one_after_another(url.absoluteString, 1_000), 1_000)
                },
                .init(name: "URLSession") {
                    for _ in 0..<1_000 { _ = try await session.data(from: url) }
                },
            ],
            runs: 1,
            rounds: 7
        ).run()
    }

    private static func manyAtOnce(
        _ client: Client,
        _ session: URLSession,
        _ url: URL
    ) async throws {
        var options = CurlTransport.Options()
        options.threads = 1
        let single = Client(base: client.base, transport: CurlTransport(options: options))
        try await Contest(
            title: "3 200 calls, 64 at once",
            entries: [
                .init(name: "Recado") {
                    try await atOnce(3_200) { _ = try await client.bytes("hello") }
                },
                .init(name: "Recado, on one thread") {
                    try await atOnce(3_200) { _ = try await single.bytes("hello") }
                },
                .init(name: "libcurl, a bare loop in C") {
                    try expect(bare_curl_at_once(url.absoluteString, nil, 3_200, 64), 3_200)
                },
                .init(name: "URLSession") {
                    try await atOnce(3_200) { _ = try await session.data(from: url) }
                },
            ],
            runs: 1,
            rounds: 7
        ).run()
    }

    static func expect(_ answers: Int, _ wanted: Int) throws {
        guard answers == wanted else {
            throw BenchmarkFailure("\(answers) of \(wanted) calls were answered")
        }
    }

    /// Makes calls, so many at once as there are tasks.
    static func atOnce(
        _ calls: Int,
        by tasks: Int = 64,
        _ call: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    for _ in 0..<(calls / tasks) { try await call() }
                }
            }
            try await group.waitForAll()
        }
    }
}
