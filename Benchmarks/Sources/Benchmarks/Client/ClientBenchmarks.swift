// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compares the client with hyper, Go's net/http and libcurl.
///
/// Each is a program of its own; nginx, which they call, runs on one processor.
enum ClientBenchmarks {
    /// Runs all measurements; a divisor makes fewer calls, for a quick check that all programs
    /// work.
    static func run(dividedBy divisor: Int = 1) async throws {
        let nginx = try Nginx(port: 18_090, file: [])
        try nginx.makeFile("100-megabytes", bytes: 100 << 20)
        try nginx.makeFile("1-gigabyte", bytes: 1 << 30)
        let server = try nginx.start(processor: 1)
        defer { server.stop() }
        try await Task.sleep(for: .seconds(1))
        try server.check()
        print("\nClient: medians of interleaved rounds; × is ours divided by the peer's")
        for contest in contests(nginx, divisor) { try contest.run() }
        try CallContest(
            title: "one after another",
            address: "http://127.0.0.1:\(nginx.port)/hello",
            calls: max(100, 2_000 / divisor),
            tasks: 1
        ).countFutexCalls()
        try await TransferBenchmarks.run()
    }

    private static func contests(_ nginx: Nginx, _ divisor: Int) -> [CallContest] {
        let plain = "http://127.0.0.1:\(nginx.port)"
        func contest(
            _ title: String,
            _ address: String,
            _ calls: Int,
            tasks: Int,
            isSecure: Bool = false
        ) -> CallContest {
            let calls = max(1, tasks, calls / divisor)
            return CallContest(
                title: "\(title), \(calls) times",
                address: address,
                calls: calls,
                tasks: tasks,
                certificate: isSecure ? nginx.certificateFile : nil
            )
        }
        let secure = "https://localhost:\(nginx.securePort)/hello"
        let closing = "https://localhost:\(nginx.closingPort)/hello"
        return [
            contest("one after another", plain + "/hello", 20_000, tasks: 1),
            contest("64 at once", plain + "/hello", 64_000, tasks: 64),
            contest("64 at once, TLS, HTTP/2", secure, 64_000, tasks: 64, isSecure: true),
            contest("new connections, TLS", closing, 2_000, tasks: 1, isSecure: true),
            contest("a download of 100 MB", plain + "/100-megabytes", 10, tasks: 0),
            contest("a download of 1 GB", plain + "/1-gigabyte", 1, tasks: 0),
        ]
    }

    /// Makes a number of calls from a number of concurrent tasks.
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
