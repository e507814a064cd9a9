// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Measures more of the server than its peak rate: idle connections, latency, acknowledged writes,
/// and long runs.
enum LoadBenchmarks {
    private static let port = 18_120

    static func run() async throws {
        raiseLimitOfDescriptors()
        let server = try Child("Recado", [program("HelloServer"), "\(port)"], processor: 0)
        defer { server.stop() }
        try await Task.sleep(for: .seconds(1))
        try server.check()
        try await idleConnections(of: server)
        try latency()
        try await creations()
    }

    private static func program(_ name: String) -> String {
        URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
            .appending(path: name).path()
    }

    // MARK: - Idle connections

    /// Measures the memory of connections after a response, and of some that have sent nothing yet.
    private static func idleConnections(of server: Child) async throws {
        print("\n\(count) idle connections to one loop")
        for (name, isSilent) in [("that have sent nothing", true), ("after an answer", false)] {
            let before = server.usage.kilobytes
            let sockets = try (0..<count).map { _ in try connect(asking: !isSilent) }
            defer { for socket in sockets { close(socket) } }
            try await Task.sleep(for: .seconds(1))
            let each = Double(server.usage.kilobytes - before) / Double(count)
            print("  \(name.padded(to: 34)) \(each.rounded(to: 2)) KiB each")
        }
        print("  (wanted: below 10 KiB)")
    }

    private static let count = 10_000

    private static func connect(asking: Bool) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = UInt16(port).bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, result == 0 else { throw BenchmarkFailure("connect: \(errno)") }
        guard asking else { return descriptor }
        let request = Array("GET /hello/typed HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        var answer = [UInt8](repeating: 0, count: 2_048)
        guard send(descriptor, request, request.count, 0) == request.count,
            recv(descriptor, &answer, answer.count, 0) > 0
        else { throw BenchmarkFailure("no answer: \(errno)") }
        return descriptor
    }

    private static func raiseLimitOfDescriptors() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    // MARK: - Latency

    /// Measures the latency at half the peak rate.
    private static func latency() throws {
        let url = "http://127.0.0.1:\(port)/hello/typed"
        let load = ["taskset", "-c", "1", "h2load", "--h1", "-t1", "-c64"]
        let text = try output(of: load + ["-D3", url])
        guard let peak = text.firstMatch(of: /([0-9.]+) req\/s,/).flatMap({ Double($0.1) }) else {
            throw BenchmarkFailure(text)
        }
        let log = FileManager.default.temporaryDirectory.appending(path: "recado-latency.tsv")
            .path()
        defer { try? FileManager.default.removeItem(atPath: log) }
        let half = Int(peak / 2 / 64)
        _ = try output(of: load + ["-D5", "--rps=\(half)", "--log-file=\(log)", url])
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        let times = lines.compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }.sorted()
        guard !times.isEmpty else { throw BenchmarkFailure("no times") }
        func milliseconds(_ part: Double) -> Double {
            let index = min(times.count - 1, Int(Double(times.count) * part))
            return (Double(times[index]) / 1_000).rounded(to: 2)
        }
        print("\nlatency of a typed endpoint at \(half * 64) requests/s, half of the peak")
        print(
            "  median \(milliseconds(0.5)) ms, p99 \(milliseconds(0.99)) ms, "
                + "p99.9 \(milliseconds(0.999)) ms (wanted: p99 below 5 ms)"
        )
    }

    // MARK: - Writes

    /// Compares new scores through the whole service with rows inserted into SQLite one by one.
    private static func creations() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recado-bench-writes")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appending(path: "recado.sqlite").path()
        let server = try Child(
            "the services",
            [
                ServerBenchmarks.command, "serve", "--trust-local", "--port", "\(port + 1)",
                "--database", database,
            ],
            processor: 0
        )
        defer { server.stop() }
        try await Task.sleep(for: .seconds(3))
        try server.check()
        print("\nnew scores, each acknowledged when it will outlive the process")
        let url = "http://127.0.0.1:\(port + 1)/scores.json"
        for connections in [1, 64] {
            let load = try Load.newScores(connections: connections, in: folder)
            let rate = try load.ask(url, seconds: 4).rate
            let name = "Recado, \(connections) connections"
            print("  \(name.padded(to: 34)) \(Int(rate)) scores/s")
        }
        for (name, settings) in [
            ("SQLite as it is by default", "pragma synchronous=full"),
            ("SQLite, WAL and NORMAL", "pragma journal_mode=wal; pragma synchronous=normal"),
        ] {
            let rate = try output(of: ["python3", "-c", singleInserts, folder.path(), settings])
            print("  \("\(name), one by one".padded(to: 34)) \(rate.trimmed) rows/s")
        }
    }

    private static let singleInserts = """
        import os, sqlite3, sys, time
        path = os.path.join(sys.argv[1], f'{time.time_ns()}.sqlite')
        connection = sqlite3.connect(path, isolation_level=None)
        connection.executescript(sys.argv[2])
        connection.execute('create table score (id integer primary key, name text, total integer)')
        count, start = 0, time.monotonic()
        while time.monotonic() - start < 3:
            connection.execute("insert into score (name, total) values ('Pedro', 125)")
            count += 1
        print(int(count / (time.monotonic() - start)))
        """

    // MARK: - Hours

    /// Runs full load for a time, and prints memory and descriptors in between.
    static func soak(seconds: Int) throws {
        let server = try Child("Recado", [program("HelloServer"), "\(port)"], processor: 0)
        defer { server.stop() }
        Thread.sleep(forTimeInterval: 1)
        let url = "http://127.0.0.1:\(port)/hello/typed"
        print("\nfull load from 64 connections for \(seconds) s")
        for part in 0..<10 {
            _ = try Load.wrk().ask(url, seconds: max(1, seconds / 10))
            try server.check()
            let usage = server.usage
            print("  part \(part + 1): \(usage.kilobytes) KiB, \(usage.descriptors) descriptors")
        }
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
