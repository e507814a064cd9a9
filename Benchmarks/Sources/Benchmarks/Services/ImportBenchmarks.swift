// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compares `recado import` with SQLite's own import command, which checks nothing.
///
/// Both import a million scores from a CSV file.
enum ImportBenchmarks {
    private static let count = 1_000_000

    static func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recado-bench-imports")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "scores.csv").path()
        let plain = folder.appending(path: "plain.csv").path()
        _ = try output(of: ["python3", "-c", writing, file, plain, "\(count)"])
        let ours = folder.appending(path: "ours.sqlite").path()
        let theirs = folder.appending(path: "theirs.sqlite").path()
        print(
            "\n\(count) scores from CSV into a table with an index; × is the time of sqlite3 divided by ours"
        )
        try await Contest(
            title: "a file of \(try bytes(of: file) >> 20) MB",
            entries: [
                .init(name: "recado import") {
                    empty(ours)
                    _ = try output(
                        of: [
                            ServerBenchmarks.command, "import", "scores", file, "--database", ours,
                        ]
                    )
                    try expectAll(in: ours)
                },
                .init(name: "sqlite3 .import") {
                    empty(theirs)
                    _ = try output(of: ["sqlite3", theirs, table])
                    _ = try output(of: ["sqlite3", theirs, ".import --csv --skip 1 \(plain) score"])
                    try expectAll(in: theirs)
                },
            ],
            runs: 1,
            rounds: 3
        ).run()
    }

    private static func bytes(of path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }

    /// Removes a database and its journal.
    private static func empty(_ database: String) {
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: database + ending)
        }
    }

    private static func expectAll(in database: String) throws {
        let text = try output(of: ["sqlite3", database, "SELECT count(*) FROM score"])
        guard text.trimmingCharacters(in: .whitespacesAndNewlines) == "\(count)" else {
            throw BenchmarkFailure("\(database) has \(text) scores")
        }
    }

    /// The service's table and index.
    private static let table = """
        CREATE TABLE score (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, total INTEGER,
        created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
        CREATE INDEX score_order ON score (total DESC, id);
        """

    /// A Python program that writes the scores twice: with times as people write them, and with the
    /// seconds that the table stores.
    private static let writing = """
        import sys, time
        with open(sys.argv[1], "w") as ours, open(sys.argv[2], "w") as plain:
            for file in ours, plain:
                file.write("id,name,total,created_at,updated_at\\n")
            for number in range(1, int(sys.argv[3]) + 1):
                seconds = 1348474513 + number
                text = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
                head = f"{number},Nuria {number},{number * 7919 % 1000003}"
                ours.write(f"{head},{text},{text}\\n")
                plain.write(f"{head},{seconds},{seconds}\\n")
        """
}
