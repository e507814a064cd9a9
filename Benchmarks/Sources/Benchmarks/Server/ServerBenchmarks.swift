// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The server beside nginx: each on one processor, `wrk` on another.
enum ServerBenchmarks {
    /// What asks, and how its words are read.
    private enum Load {
        /// `wrk` with 64 connections.
        case wrk
        /// `h2load` with 64 connections of 16 streams.
        case h2load

        func command(seconds: Int) -> [String] {
            switch self {
            case .wrk: ["wrk", "-t1", "-c64", "-d\(seconds)s"]
            case .h2load: ["h2load", "-t1", "-c64", "-m16", "-D\(seconds)"]
            }
        }

        /// The requests in all and in a second; `nil` when one has failed.
        func result(_ text: String) -> (count: Double, rate: Double)? {
            switch self {
            case .wrk:
                guard !text.contains("Non-2xx"), !text.contains("Socket errors"),
                    let count = ServerBenchmarks.number(before: " requests in", in: text),
                    let rate = ServerBenchmarks.number(after: "Requests/sec:", in: text)
                else { return nil }
                return (count, rate)
            case .h2load:
                guard text.contains(", 0 failed, 0 errored, 0 timeout"),
                    let count = ServerBenchmarks.number(before: " 2xx, 0 3xx, 0 4xx", in: text),
                    let rate = ServerBenchmarks.number(before: " req/s,", in: text)
                else { return nil }
                return (count, rate)
            }
        }
    }

    private struct Target {
        let name: String
        let child: Child
        let url: String
    }

    private static let port = 18_080

    static func run() async throws {
        let ours = try Child("Recado", [program("HelloServer"), "\(port)"], processor: 0)
        defer { ours.stop() }
        let club = try videoclub()
        defer { club.stop() }
        let catalog = "http://127.0.0.1:\(port + 1)/videoclub/api/v1/catalog"
        try await Task.sleep(for: .seconds(2))
        let file = Array(try output(of: ["curl", "-s", catalog]).utf8)
        let nginx = try Nginx(port: port + 2, file: file)
        let peer = try nginx.start(processor: 0)
        defer { peer.stop() }
        try await Task.sleep(for: .seconds(1))

        print("\nServer: one loop or worker on one processor, wrk -t1 -c64 on another")
        let twelve = "http://127.0.0.1:\(port)/hello"
        let fixed = "http://127.0.0.1:\(port + 2)"
        try compare(
            "12 bytes, kept connections",
            [
                Target(name: "Recado, a bare handler", child: ours, url: twelve),
                Target(name: "Recado, a typed endpoint", child: ours, url: twelve + "/typed"),
                Target(name: "nginx, return 200", child: peer, url: fixed + "/hello"),
            ]
        )
        try compareHTTP2(ours, peer, twelve, nginx)
        try await countAllocations()
        try await compareSecure(nginx, peer)
        try compare(
            "a catalog of 20 films, \(file.count) bytes",
            [
                Target(name: "Recado, from SQLite, encoded", child: club, url: catalog),
                Target(name: "nginx, a file", child: peer, url: fixed + "/catalog.json"),
            ]
        )
    }

    /// The same over TLS, with the certificate that nginx has.
    private static func compareSecure(_ nginx: Nginx, _ peer: Child) async throws {
        let command = [program("HelloServer"), "\(port + 6)", nginx.certificateFile, nginx.keyFile]
        let ours = try Child("Recado, TLS", command, processor: 0)
        defer { ours.stop() }
        try await Task.sleep(for: .seconds(1))
        let url = "https://localhost:\(port + 6)/hello"
        let fixed = "https://localhost:\(nginx.securePort)/hello"
        try compare(
            "12 bytes, TLS, kept connections",
            [
                Target(name: "Recado, a bare handler", child: ours, url: url),
                Target(name: "Recado, a typed endpoint", child: ours, url: url + "/typed"),
                Target(name: "nginx, return 200", child: peer, url: fixed),
            ]
        )
    }

    private static func compareHTTP2(
        _ ours: Child,
        _ peer: Child,
        _ url: String,
        _ nginx: Nginx
    ) throws {
        let peerURL = "http://127.0.0.1:\(nginx.plainHTTP2Port)/hello"
        try compare(
            "12 bytes in HTTP/2, h2load -t1 -c64 -m16",
            [
                Target(name: "Recado, a bare handler", child: ours, url: url),
                Target(name: "Recado, a typed endpoint", child: ours, url: url + "/typed"),
                Target(name: "nginx, return 200", child: peer, url: peerURL),
            ],
            by: .h2load
        )
    }

    /// A program that is built beside this one.
    private static func program(_ name: String) -> String {
        URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
            .appending(path: name).path()
    }

    private static func countAllocations() async throws {
        let command = [program("CountingServer"), "\(port + 8)"]
        let counting = try Child("Recado, counted", command, processor: 0)
        defer { counting.stop() }
        try await Task.sleep(for: .seconds(1))
        print("\nallocations of a request of twelve bytes")
        for (name, path) in [("a bare handler", "/hello"), ("a typed endpoint", "/hello/typed")] {
            let count = try allocations(path).rounded(to: 2)
            print("  \("Recado, \(name)".padded(to: 34)) \(count)")
        }
    }

    /// The blocks of memory that the server asks for to answer one request.
    private static func allocations(_ path: String) throws -> Double {
        let server = "http://127.0.0.1:\(port + 8)"
        func count() throws -> Double {
            let text = try output(of: ["curl", "-s", server + "/allocations"])
            guard let count = Double(text) else { throw BenchmarkFailure("no count: \(text)") }
            return count
        }
        let load = ["taskset", "-c", "1", "wrk", "-t1", "-c1", "-d1s", server + path]
        // The first load warms up.
        _ = try output(of: load)
        let before = try count()
        let text = try output(of: load)
        guard let requests = number(before: " requests in", in: text) else {
            throw BenchmarkFailure("no requests: \(text)")
        }
        return (try count() - before) / requests
    }

    private static func videoclub() throws -> Child {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recado-bench")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let database = folder.appending(path: "recado.sqlite").path()
        let options = ["--port", "\(port + 1)", "--loops", "1", "--database", database]
        return try Child("videoclub", [command, "serve"] + options, processor: 0)
    }

    /// The command, built beside this program or in the root package.
    static var command: String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return root.appending(path: ".build/release/recado").path()
    }

    private static func compare(
        _ title: String,
        _ targets: [Target],
        by load: Load = .wrk,
        rounds: Int = 5
    ) throws {
        var rates: [[Double]] = targets.map { _ in [] }
        var costs: [[Double]] = targets.map { _ in [] }
        for round in 0...rounds {
            let order =
                round.isMultiple(of: 2) ? Array(targets.indices) : targets.indices.reversed()
            for index in order {
                try targets[index].child.check()
                let before = targets[index].child.usage.ticks
                let command = load.command(seconds: round == 0 ? 1 : 3)
                let text = try output(of: ["taskset", "-c", "1"] + command + [targets[index].url])
                let ticks = targets[index].child.usage.ticks - before
                guard round > 0 else { continue }
                guard let (count, rate) = load.result(text) else {
                    throw BenchmarkFailure("\(targets[index].name): \(text)")
                }
                rates[index].append(rate)
                costs[index].append(Double(ticks) * 10_000 / count)
            }
        }
        print("\n\(title)")
        let peer = median(rates[targets.count - 1])
        for (index, target) in targets.enumerated() {
            let rate = median(rates[index])
            let memory = target.child.usage.peakKilobytes / 1_024
            print(
                "  \(target.name.padded(to: 34)) \("\(Int(rate))".padded(to: 9)) requests/s"
                    + "  × \("\((rate / peer).rounded(to: 2))".padded(to: 6))"
                    + " \(median(costs[index]).rounded(to: 2)) µs of processor a request,"
                    + " \(memory) MB at most"
            )
        }
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }

    private static func number(before mark: String, in text: String) -> Double? {
        text.range(of: mark).flatMap { range in
            text[..<range.lowerBound].split(whereSeparator: \.isWhitespace).last.flatMap {
                Double($0)
            }
        }
    }

    private static func number(after mark: String, in text: String) -> Double? {
        text.range(of: mark).flatMap { range in
            text[range.upperBound...].split(whereSeparator: \.isWhitespace).first.flatMap {
                Double($0)
            }
        }
    }
}

/// A measurement that came to nothing.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
