// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compares the videoclub's page of 20 films with a Rails page of the same films, by processor time
/// per request.
///
/// Both read SQLite, each with one event loop or worker on one processor; `wrk` has another. Our
/// page is longer.
enum PageBenchmarks {
    private static let port = 18_200

    static func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recado-bench-pages")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (ours, theirs) = ("http://127.0.0.1:\(port)", "http://127.0.0.1:\(port + 1)")
        let database = folder.appending(path: "recado.sqlite").path()
        let options = ["--port", "\(port)", "--loops", "1", "--database", database]
        let club = try Child(
            "Recado",
            [ServerBenchmarks.command, "serve", "--trust-local"] + options,
            processor: 0
        )
        defer { club.stop() }
        try await Task.sleep(for: .seconds(3))
        try club.check()
        let films = try output(of: ["curl", "-s", ours + "/videoclub/api/v1/catalog"])
        guard
            let rails = try RailsPeer.start(
                in: folder,
                port: port + 1,
                workers: .one,
                films: films
            )
        else { return print("Rails is not installed: scripts/setup --bench") }
        defer { rails.stop() }
        try await Task.sleep(for: .seconds(8))
        try expectFilms(ours + "/apps/videoclub", theirs + "/films")
        let costs = try ServerBenchmarks.compare(
            "a page of 20 films, wrk -t1 -c16",
            [
                .init(name: "Recado, from SQLite", child: club, url: ours + "/apps/videoclub"),
                .init(name: "Rails, ERB and SQLite", child: rails, url: theirs + "/films"),
            ],
            by: .wrk(connections: 16)
        )
        guard let cost = costs.first, cost > 0 else { return }
        print("  Rails takes \((1 / cost).rounded(to: 2)) × the processor time (wanted: 20)")
    }

    /// Checks that each page shows 20 films.
    private static func expectFilms(_ pages: String...) throws {
        for page in pages {
            let text = try output(of: ["curl", "-s", page])
            let count = text.split(separator: "<span class=\"title\">").count - 1
            guard count == 20 else {
                throw BenchmarkFailure("\(page) shows \(count) films: \(text.prefix(200))")
            }
        }
    }
}
