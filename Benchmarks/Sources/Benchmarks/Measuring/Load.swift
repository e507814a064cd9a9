// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that asks a server as fast as it can, on a processor of its own.
enum Load {
    /// `wrk` with so many connections, and perhaps a script that makes the requests.
    case wrk(connections: Int = 64, script: String? = nil)
    /// `wrk` with 64 connections and two threads, on the processors that the server has, too.
    case wrkOnAll
    /// `wrk` with 64 connections at once, a new one for each request; over TLS it resumes sessions.
    case wrkAnew
    /// `h2load` with 64 connections of 16 streams.
    case h2load

    /// What came of a load.
    struct Outcome {
        let requests: Double
        /// The requests that were answered in a second.
        let rate: Double
    }

    /// New scores that are posted, from so many connections.
    ///
    /// - Parameters:
    ///   - connections: How many.
    ///   - folder: Where the script is left that `wrk` reads.
    /// - Returns: The load.
    /// - Throws: What keeps the script from being written.
    static func newScores(connections: Int = 64, in folder: URL) throws -> Load {
        let script = folder.appending(path: "new-scores.lua")
        let lines = """
            wrk.method = "POST"
            wrk.body = '{"name":"Pedro","total":125}'
            wrk.headers["Content-Type"] = "application/json"
            """
        try Data(lines.utf8).write(to: script)
        return .wrk(connections: connections, script: script.path())
    }

    /// Asks for some seconds.
    ///
    /// - Parameters:
    ///   - url: What for.
    ///   - seconds: For how long.
    ///   - isWarmUp: Whether requests may fail.
    /// - Returns: What came of it; nothing of a load that warms up.
    /// - Throws: ``BenchmarkFailure`` with the program's words when a request has
    ///   failed, or none was answered.
    func ask(
        _ url: String,
        seconds: Int,
        isWarmUp: Bool = false
    ) throws -> Outcome {
        let text = try output(of: command(seconds) + [url])
        if isWarmUp { return Outcome(requests: 0, rate: 0) }
        guard let outcome = outcome(text), outcome.requests > 0 else {
            throw BenchmarkFailure("\(url): \(text)")
        }
        return outcome
    }

    private func command(_ seconds: Int) -> [String] {
        switch self {
        case .wrk(let connections, let script):
            ["taskset", "-c", "1", "wrk", "-t1", "-c\(connections)", "-d\(seconds)s"]
                + (script.map { ["-s", $0] } ?? [])
        case .wrkOnAll:
            ["wrk", "-t2", "-c64", "-d\(seconds)s"]
        case .wrkAnew:
            [
                "taskset", "-c", "1", "wrk", "-t1", "-c64", "-d\(seconds)s",
                "-H", "Connection: close",
            ]
        case .h2load:
            ["taskset", "-c", "1", "h2load", "-t1", "-c64", "-m16", "-D\(seconds)"]
        }
    }

    private func outcome(_ text: String) -> Outcome? {
        switch self {
        case .wrk, .wrkOnAll, .wrkAnew:
            // It tells of answers that take two seconds, too; they have not failed.
            let hasFailed =
                text.contains("Socket errors") && !text.contains("connect 0, read 0, write 0")
            guard !text.contains("Non-2xx"), !hasFailed,
                let count = text.firstMatch(of: /(\d+) requests in/).flatMap({ Double($0.1) }),
                let rate = text.firstMatch(of: /Requests\/sec: +([0-9.]+)/).flatMap({ Double($0.1) }
                )
            else { return nil }
            return Outcome(requests: count, rate: rate)
        case .h2load:
            guard text.contains(", 0 failed, 0 errored, 0 timeout"),
                let count = text.firstMatch(of: /(\d+) 2xx, 0 3xx, 0 4xx/).flatMap({ Double($0.1) }
                ),
                let rate = text.firstMatch(of: /([0-9.]+) req\/s,/).flatMap({ Double($0.1) })
            else { return nil }
            return Outcome(requests: count, rate: rate)
        }
    }
}

extension [Double] {
    /// The value in the middle; zero of none.
    var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
