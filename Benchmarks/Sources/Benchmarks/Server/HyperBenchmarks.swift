// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compares the server with Rust's hyper and serde_json, as packaged by Debian.
///
/// The program is in `Benchmarks/Peers/hyper`.
enum HyperBenchmarks {
    /// The JSON of two films.
    private static let films = {
        let film =
            #"{"id":7,"title":"Los olvidados & más","year":1950,"director":"Luis Buñuel","rating":8.25,"#
            + #""isRented":false,"tags":["drama","méxico","clásico"]}"#
        return "[\(film),\(film)]"
    }()

    private static let port = 18_160

    static func run() async throws {
        let command = [ServerBenchmarks.program("HelloServer"), "\(port)"]
        let ours = try Child("Recado", command, processor: 0)
        defer { ours.stop() }
        let program = Child.peer("hyper-peer/target/release/hyper-peer")
        let hyper = try Child("hyper", [program, "\(port + 30)"], processor: 0)
        defer { hyper.stop() }
        try await Task.sleep(for: .seconds(1))
        func targets(_ names: [(String, String)], _ peer: String) -> [ServerBenchmarks.Target] {
            names.map { name, path in
                .init(name: name, child: ours, url: "http://127.0.0.1:\(port)\(path)")
            } + [.init(name: "hyper", child: hyper, url: "http://127.0.0.1:\(port + 30)\(peer)")]
        }
        let greetings = [
            ("Recado, a typed endpoint", "/hello/typed"),
            ("Recado, an async handler", "/hello/later"),
            ("Recado, three middlewares more", "/hello/inside"),
        ]
        let typed = targets(greetings, "/hello/typed")
        try ServerBenchmarks.compare("12 bytes of JSON, kept connections", typed)
        let list = targets([("Recado", "/films/films")], "/films/films")
        try ServerBenchmarks.compare("a list of 20 films, encoded", list)
        try ServerBenchmarks.compare(
            "POST of \(films.utf8.count) bytes, decoded and echoed",
            list,
            by: try post(films)
        )
        try ServerBenchmarks.compare("12 bytes of JSON in HTTP/2", typed, by: .h2load)
    }

    private static func post(_ content: String) throws -> Load {
        let script = FileManager.default.temporaryDirectory.appending(path: "recado-post.lua")
        let lines = """
            wrk.method = "POST"
            wrk.body = [==[\(content)]==]
            wrk.headers["Content-Type"] = "application/json"
            """
        try Data(lines.utf8).write(to: script)
        return .wrk(script: script.path())
    }
}
