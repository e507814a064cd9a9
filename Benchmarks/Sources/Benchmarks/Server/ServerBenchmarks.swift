// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compares the server with nginx, each on one processor, with `wrk` on another.
enum ServerBenchmarks {
    struct Target {
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
        try await HyperBenchmarks.run()
        try await compareTwoLoops()
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

    /// Compares two event loops with two nginx workers; the load runs on the same processors.
    private static func compareTwoLoops() async throws {
        let ours = try Child(
            "Recado",
            [program("HelloServer"), "\(port + 20)", "2"],
            processor: nil
        )
        defer { ours.stop() }
        let nginx = try Nginx(port: port + 21, file: [], workers: 2)
        let peer = try nginx.start(processor: nil)
        defer { peer.stop() }
        try await Task.sleep(for: .seconds(1))
        try compare(
            "12 bytes, two loops or workers, wrk -t2 -c64 on the same processors",
            [
                Target(
                    name: "Recado, a typed endpoint",
                    child: ours,
                    url: "http://127.0.0.1:\(port + 20)/hello/typed"
                ),
                Target(
                    name: "nginx, return 200",
                    child: peer,
                    url: "http://127.0.0.1:\(port + 21)/hello"
                ),
            ],
            by: .wrkOnAll
        )
    }

    /// Compares the server with nginx over TLS, with nginx's certificate, over kept connections and
    /// new ones.
    private static func compareSecure(_ nginx: Nginx, _ peer: Child) async throws {
        let files = [nginx.certificateFile, nginx.keyFile]
        let command = [program("HelloServer"), "\(port + 6)"] + files
        let ours = try Child("Recado, TLS", command, processor: 0)
        defer { ours.stop() }
        let theirs = [Child.peer("hyper-peer/target/release/hyper-peer"), "\(port + 7)"] + files
        let hyper = try Child("hyper, TLS", theirs, processor: 0)
        defer { hyper.stop() }
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
        try compare(
            "12 bytes, TLS, a new connection for each request, sessions resumed",
            [
                Target(name: "Recado, a bare handler", child: ours, url: url),
                Target(name: "nginx, return 200", child: peer, url: fixed),
                Target(
                    name: "hyper, rustls",
                    child: hyper,
                    url: "https://localhost:\(port + 7)/hello"
                ),
            ],
            by: .wrkAnew
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

    /// Returns the path of a program that is built with this one.
    static func program(_ name: String) -> String {
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

    /// Returns the number of memory allocations per request.
    private static func allocations(_ path: String) throws -> Double {
        let server = "http://127.0.0.1:\(port + 8)"
        func count() throws -> Double {
            let text = try output(of: ["curl", "-s", server + "/allocations"])
            guard let count = Double(text) else { throw BenchmarkFailure("no count: \(text)") }
            return count
        }
        let load = Load.wrk(connections: 1)
        _ = try load.ask(server + path, seconds: 1, isWarmUp: true)
        let before = try count()
        let outcome = try load.ask(server + path, seconds: 1)
        return (try count() - before) / outcome.requests
    }

    private static func videoclub() throws -> Child {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recado-bench")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let database = folder.appending(path: "recado.sqlite").path()
        let options = ["--port", "\(port + 1)", "--loops", "1", "--database", database]
        return try Child("videoclub", [command, "serve", "--trust-local"] + options, processor: 0)
    }

    /// The path of the `recado` command, which is built in the root package.
    static var command: String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return root.appending(path: ".build/release/recado").path()
    }

    /// Sends load to the targets in turn, and compares each with the last.
    ///
    /// Turns are short and ratios are taken within a round, because the machine's speed changes
    /// between rounds.
    ///
    /// - Returns: The processor time of a request to each target, as a multiple of the last
    ///   target's.
    /// - Throws: ``BenchmarkFailure`` if a target ends or a request fails.
    @discardableResult
    static func compare(
        _ title: String,
        _ targets: [Target],
        by load: Load = .wrk(),
        rounds: Int = 15
    ) throws -> [Double] {
        var rates: [[Double]] = targets.map { _ in [] }
        var costs: [[Double]] = targets.map { _ in [] }
        for round in 0...rounds {
            let order =
                round.isMultiple(of: 2) ? Array(targets.indices) : targets.indices.reversed()
            for index in order {
                try targets[index].child.check()
                let before = targets[index].child.usage.ticks
                let outcome = try load.ask(targets[index].url, seconds: 1, isWarmUp: round == 0)
                let ticks = targets[index].child.usage.ticks - before
                guard round > 0 else { continue }
                rates[index].append(outcome.rate)
                costs[index].append(Double(ticks) * 10_000 / outcome.requests)
            }
        }
        print("\n\(title)")
        let (peer, cheapest) = (rates[targets.count - 1], costs[targets.count - 1])
        var multiples: [Double] = []
        for (index, target) in targets.enumerated() {
            let rate = rates[index].median
            let ratio = zip(rates[index], peer).map { $0 / $1 }.median
            let cost = zip(costs[index], cheapest).map { $0 / $1 }.median
            multiples.append(cost)
            let memory = target.child.usage.peakKilobytes / 1_024
            print(
                "  \(target.name.padded(to: 34)) \("\(Int(rate))".padded(to: 9)) requests/s"
                    + "  × \("\(ratio.rounded(to: 2))".padded(to: 6))"
                    + " \(costs[index].median.rounded(to: 2)) µs of processor a request,"
                    + " × \(cost.rounded(to: 2)),"
                    + " \(memory) MB at most"
            )
        }
        return multiples
    }
}

/// A measurement that failed.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
