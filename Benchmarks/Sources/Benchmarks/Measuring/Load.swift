// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that sends requests as fast as it can, on a processor of its own.
enum Load {
    /// `wrk` with a number of connections, and optionally a script that makes the requests.
    case wrk(connections: Int = 64, script: String? = nil)
    /// `wrk` with 64 connections and two threads, on the server's processors too.
    case wrkOnAll
    /// `wrk` with 64 connections at once, a new one for each request; over TLS it resumes sessions.
    case wrkAnew
    /// `h2load` with 64 connections of 16 streams each.
    case h2load

    /// The result of a load.
    struct Outcome {
        let requests: Double
        /// The number of requests answered per second.
        let rate: Double
    }

    /// Returns a load that posts new scores.
    ///
    /// - Parameters:
    ///   - connections: The number of connections.
    ///   - folder: The folder for the script that `wrk` reads.
    /// - Returns: The load.
    /// - Throws: An error if the script cannot be written.
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

    /// Sends requests for some seconds.
    ///
    /// - Parameters:
    ///   - url: The URL to request.
    ///   - seconds: The duration.
    ///   - isWarmUp: True if requests may fail.
    /// - Returns: The result; zeros for a warm-up.
    /// - Throws: ``BenchmarkFailure`` with the program's output if a request fails or none is
    ///   answered.
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
            // `wrk` also reports responses that take over two seconds, which have not failed.
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
    /// The median, or zero if there are no values.
    var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
