// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compares scores in PostgreSQL with Go's net/http with pgx, and with `pgbench`, which uses no
/// HTTP.
///
/// The database, the servers and the load share all processors, as on a small machine. The servers
/// are measured in turn, and the median of the ratios within rounds counts.
enum PostgreSQLBenchmarks {
    private static let port = 18_160
    private static let rounds = 5
    private static let seconds = 4

    /// A server, with its rate and its processor time per request in each round.
    private struct Candidate {
        let child: Child
        let port: Int
        var rates: [Double] = []
        var microseconds: [Double] = []

        mutating func ask(_ path: String, _ load: Load) throws {
            let before = child.usage.ticks
            let outcome = try load.ask("http://127.0.0.1:\(port)\(path)", seconds: seconds)
            rates.append(outcome.rate)
            microseconds.append(Double(child.usage.ticks - before) * 10_000 / outcome.requests)
        }

        func summary(_ name: String) -> String {
            "\(name) \(Int(rates.median))/s, \(microseconds.median.rounded(to: 1)) µs"
        }
    }

    static func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "recado-bench-postgresql"
        )
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try Child(
            "PostgreSQL",
            ["sh", "-c", server, "sh", folder.path(), "\(port)"],
            processor: nil
        )
        defer { database.stop() }
        try await Task.sleep(for: .seconds(6))
        try database.check()
        let url = "postgresql://bench@127.0.0.1:\(port)/postgres?sslmode=disable"
        let (ours, go) = try await servers(over: url)
        defer { for child in [ours, go] { child.stop() } }
        let scores = try Load.newScores(in: folder)
        // Creates the first score, which the next measurement reads.
        _ = try scores.ask("http://127.0.0.1:\(port + 1)/scores.json", seconds: 1)
        print("\nPostgreSQL, 64 connections; the processor time is the server's alone")
        try compare("GET one row", "/scores/1.json", .wrk(), ours, go)
        try compare("POST a score", "/scores", scores, ours, go)
        print("  pgbench's single INSERT: \(Int(try pgbench(in: folder)))/s")
    }

    private static func servers(over url: String) async throws -> (ours: Child, go: Child) {
        let ours = try Child(
            "Recado",
            [
                ServerBenchmarks.command, "serve", "--address", "127.0.0.1", "--port",
                "\(port + 1)", "--database", url,
            ],
            processor: nil
        )
        // The server creates the table when it starts.
        try await Task.sleep(for: .seconds(3))
        let go = try Child(
            "Go",
            [
                Child.peer("go-scores/go-scores"), url + "&pool_max_conns=16",
                "127.0.0.1:\(port + 2)",
            ],
            processor: nil
        )
        try await Task.sleep(for: .seconds(1))
        for child in [ours, go] { try child.check() }
        return (ours, go)
    }

    private static func compare(
        _ what: String,
        _ path: String,
        _ load: Load,
        _ ours: Child,
        _ go: Child
    ) throws {
        var (one, other) = (
            Candidate(child: ours, port: port + 1), Candidate(child: go, port: port + 2)
        )
        for _ in 0..<rounds {
            try one.ask(path, load)
            try other.ask(path, load)
        }
        let ratios = zip(other.rates, one.rates).map { $0 / $1 }.sorted()
        guard let least = ratios.first, let most = ratios.last else { return }
        print(
            "  \(what): \(one.summary("Recado")); \(other.summary("Go")); Go ÷ Recado"
                + " \(ratios.median.rounded(to: 2)) (\(least.rounded(to: 2))–\(most.rounded(to: 2)))"
        )
    }

    private static func pgbench(in folder: URL) throws -> Double {
        let script = folder.appending(path: "insert.sql")
        let statement = """
            INSERT INTO score (name, total, created_at, updated_at)
            VALUES ('Pedro', 125, 1, 1) RETURNING id;
            """
        try Data(statement.split(separator: "\n").joined(separator: " ").utf8).write(to: script)
        let text = try output(of: [
            "sh", "-c",
            "$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)/pgbench -n -M prepared -c 64 -j 2"
                + " -T \(seconds) -f \(script.path()) -h 127.0.0.1 -p \(port) -U bench postgres",
        ])
        let line = text.split(separator: "\n").first { $0.hasPrefix("tps = ") }
        guard let rate = line?.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) })
        else {
            throw BenchmarkFailure("pgbench: \(text)")
        }
        return rate
    }

    /// A shell script that creates a database in a folder and serves it, as the user postgres if it
    /// runs as root.
    private static let server = """
        set -e
        bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1) as=
        if [ "$(id -u)" = 0 ]; then
            chown postgres "$1"
            as="setpriv --reuid=postgres --regid=postgres --init-groups"
        fi
        cd "$1"
        $as "$bin/initdb" -D data -U bench -A trust --no-sync
        exec $as "$bin/postgres" -D data -p "$2" -k '' -c listen_addresses=127.0.0.1 \\
            -c max_connections=200
        """
}
