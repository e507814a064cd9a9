// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compares services and pages with the Rails application that they replace.
///
/// Rails is Debian's, with two workers. All programs use both processors, of which the load takes a
/// share. As the machine's speed changes, what is compared is measured in succession, and the
/// median of the ratios within rounds counts.
enum ScoresBenchmarks {
    private static let port = 18_130
    private static let rounds = 3

    /// A request to one of the servers.
    private struct Question {
        let what: String
        let server: String
        let url: String
        var load = Load.wrk()
    }

    static func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recado-bench-scores")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let few = try await recado(count: 1_000, port: port, in: folder)
        defer { few.stop() }
        let many = try await recado(count: 10_000_000, port: port + 1, in: folder)
        defer { many.stop() }
        guard let rails = try RailsPeer.start(in: folder, port: port + 2) else {
            return print("Rails is not installed: scripts/setup --bench")
        }
        defer { rails.stop() }
        try await Task.sleep(for: .seconds(8))
        for child in [few, many, rails] { try child.check() }
        report(try rates(of: try questions(in: folder)))
    }

    private static func questions(in folder: URL) throws -> [Question] {
        let scores = try Load.newScores(in: folder)
        let (few, many, rails) = (address(port), address(port + 1), address(port + 2))
        return [
            Question(what: "top3", server: "Recado", url: few + "/scores/top3.json"),
            Question(what: "top3", server: "Rails", url: rails + "/scores/top3.json"),
            Question(
                what: "catalog of 20 films",
                server: "Recado",
                url: few + "/videoclub/api/v1/catalog"
            ),
            Question(
                what: "top3 of ten million",
                server: "Recado",
                url: many + "/scores/top3.json"
            ),
            Question(what: "new", server: "Recado", url: few + "/scores.json", load: scores),
            Question(what: "new", server: "Rails", url: rails + "/scores.json", load: scores),
            Question(what: "page of 20 films", server: "Recado", url: few + "/apps/videoclub"),
            Question(what: "page of 20 scores", server: "Rails", url: rails + "/scores"),
        ]
    }

    private static func address(_ port: Int) -> String { "http://127.0.0.1:\(port)" }

    /// Returns the requests per second in each round, by question.
    private static func rates(of questions: [Question]) throws -> [String: [Double]] {
        var rates: [String: [Double]] = [:]
        for round in 0...rounds {
            for question in questions {
                let outcome = try question.load.ask(
                    question.url,
                    seconds: round == 0 ? 1 : 4,
                    // Rails refuses some requests at first.
                    isWarmUp: round == 0 && question.server == "Rails"
                )
                let name = question.server + " " + question.what
                if round > 0 { rates[name, default: []].append(outcome.rate) }
            }
        }
        return rates
    }

    private static func report(_ rates: [String: [Double]]) {
        print(
            "\nRecado beside Rails, wrk -t1 -c64; what is new is acknowledged when it outlives the process"
        )
        func show(_ ours: String, beside theirs: String, wanted: String) {
            guard let our = rates["Recado \(ours)"], let their = rates[theirs] else { return }
            let ratios = zip(our, their).map { $0 / $1 }.sorted()
            guard let least = ratios.first, let most = ratios.last else { return }
            print(
                "  \(ours.padded(to: 20)) \("\(Int(our.median))/s".padded(to: 10))"
                    + " \(theirs) \(Int(their.median))/s  × \(ratios.median.rounded(to: 2))"
                    + " (\(least.rounded(to: 2))–\(most.rounded(to: 2)), wanted: \(wanted))"
            )
        }
        show("top3", beside: "Rails top3", wanted: "30")
        show("new", beside: "Rails new", wanted: "30")
        show("catalog of 20 films", beside: "Rails top3", wanted: "20")
        show("page of 20 films", beside: "Rails page of 20 scores", wanted: "10")
        show("top3 of ten million", beside: "Recado top3", wanted: "above 0.83")
    }

    /// Starts the `recado` command with a database of `count` scores.
    private static func recado(count: Int, port: Int, in folder: URL) async throws -> Child {
        let database = folder.appending(path: "scores-\(count).sqlite").path()
        let command = [
            "taskset", "-c", "0-1", ServerBenchmarks.command, "serve", "--address", "127.0.0.1",
            "--port", "\(port)", "--database", database,
        ]
        // Starts the service once, so that it creates its tables; fills the tables while it is
        // stopped; and starts it again.
        let maker = try Child("Recado", command, processor: 0)
        try await Task.sleep(for: .seconds(3))
        try maker.check()
        maker.stop()
        _ = try output(of: ["python3", "-c", filling, database, "\(count)"])
        return try Child("Recado", command, processor: 0)
    }

    private static let filling = """
        import sqlite3, sys
        connection = sqlite3.connect(sys.argv[1])
        connection.execute('''WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            INSERT INTO score (name, total, created_at, updated_at)
            SELECT 'Ana', i * 7919 % 1000003, 0, 0 FROM n''', (int(sys.argv[2]),))
        connection.commit()
        """
}
