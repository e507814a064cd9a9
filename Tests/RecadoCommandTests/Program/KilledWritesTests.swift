// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import ChildProcess
import Foundation
import RecadoClient
import RecadoContracts
import RecadoSockets
import Testing

/// A preloaded library that kills its process at a given change of a file.
private struct Killer {
    private let library: String

    init(in folder: TemporaryFolder) async throws {
        library = folder.file("kill.so")
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../System/KillAtWrite/kill.c").standardized.path()
        let options = ["-O1", "-fPIC", "-shared", "-o", library]
        let compiler = try await CompletedProcess("clang", options + [source])
        try #require(compiler.status == 0, "\(compiler.errors)")
    }

    /// Returns the environment of a process that is killed at change number `change` of a file.
    func environment(at change: Int, of file: String) -> [String: String] {
        ["LD_PRELOAD": library, "KILL_FILE": file, "KILL_AT": "\(change)"]
    }
}

@Suite(.timeLimit(.minutes(20))) struct `A server killed while it writes its database` {
    private let folder: TemporaryFolder
    private let database: String

    /// The number of kills: by default one for each write of a database until its first checkpoint
    /// ends.
    private static let kills =
        ProcessInfo.processInfo.environment["RECADO_KILLS"].flatMap { Int($0) } ?? 80

    init() throws {
        folder = try TemporaryFolder()
        database = folder.url(of: "a.sqlite").resolvingSymlinksInPath().path()
    }

    /// Runs a server that takes posts and then ends, which moves the write-ahead log into the
    /// database.
    ///
    /// - Returns: The exit code, and the identifiers of the posts that the server has acknowledged.
    private func serve(
        _ environment: [String: String]
    ) async throws -> (status: Int32, posts: Set<String>) {
        let server: RunningServer
        do {
            server = try await RunningServer(
                database: database,
                in: folder,
                options: ["--loops", "1"],
                environment: environment
            )
        } catch let error as RunningServer.NotReady {
            // The server was killed while it created the database, before it could write an error.
            try #require(error.text == "")
            return (-SIGKILL, [])
        }
        let client = try Client(base: server.url + "/api", transport: SocketTransport.shared)
        let posts = await withTaskGroup(of: String?.self) { group in
            for number in 0..<18 {
                let draft = PostDraft(
                    title: "\(number)",
                    body: String(repeating: "á", count: 4_500)
                )
                group.addTask { try? await client.send(NewPost(post: draft)).post.id }
            }
            return await group.reduce(into: Set()) { if let id = $1 { $0.insert(id) } }
        }
        server.send(SIGTERM)
        return (await server.status(), posts)
    }

    /// Kills a server at every odd change of one database and at every even change of another.
    ///
    /// The two run at the same time, as both mostly wait for the disk.
    @Test(arguments: [1, 2])
    func `loses no acknowledged data, whichever write is interrupted`(first: Int) async throws {
        let killer = try await Killer(in: folder)
        var acknowledged: Set<String> = []
        var kills = 0
        var change = first
        while kills < Self.kills / 2 {
            let run = try await serve(killer.environment(at: change, of: database))
            acknowledged.formUnion(run.posts)
            guard run.status == -SIGKILL else {
                // The server made fewer changes than that, so the next one starts over with the
                // first change.
                #expect(run.status == 0)
                try #require(change > first)
                change = first
                continue
            }
            kills += 1
            change += 2
            // Most databases are opened next by a server, which finds the log that the killed one
            // has left.
            guard kills.isMultiple(of: 8) else { continue }
            let look = try await ProgramRun(["user", "list", "--database", database])
            try #require(look.status == 0, "\(look.errors)")
        }
        let run = try await ProgramRun([
            "export", "posts", "--format", "csv", "--database", database,
        ])
        #expect(run.status == 0, "\(run.errors)")
        let rows = run.output.split(whereSeparator: \.isNewline)
        let kept = Set(rows.map { String($0.prefix { $0 != "," }) })
        #expect(acknowledged.count > kills)
        #expect(acknowledged.subtracting(kept).count == 0)
    }
}

@Suite(.timeLimit(.minutes(3))) struct `A database on a read-only file system` {
    /// Runs a command in a folder that is mounted read-only, in a mount namespace of its own.
    private static func run(_ folder: TemporaryFolder, _ command: String) async throws -> ShellRun {
        try await ShellRun(
            """
            unshare -rm sh -c 'mount --bind -o ro "$1" "$1" 2>/dev/null \
            && mount -o remount,bind,ro "$1" && cd "$1" && \(command)' sh '\(folder.path)' 2>&1
            """
        )
    }

    /// Returns whether this machine lets tests mount folders.
    private static func canMount() async throws -> Bool {
        try await run(TemporaryFolder(), "! touch a && echo mounted").output.contains("mounted")
    }

    @Test(.enabled("this machine allows no mounts") { try await canMount() })
    func `can be listed, exported and backed up, but not served`() async throws {
        let folder = try TemporaryFolder()
        let database = folder.file("a b%?.sqlite")
        let made = try await ProgramRun(
            ["user", "add", "ana", "--database", database],
            input: "correct horse battery\n"
        )
        try #require(made.status == 0, "\(made.errors)")
        func run(_ words: String) async throws -> ShellRun {
            let program = try Program.url.path()
            return try await Self.run(folder, "\(program) \(words) --database \"a b%?.sqlite\"")
        }
        let list = try await run("user list")
        #expect(list.status == 0 && list.output.contains("ana"), "\(list.output)")
        let films = try await run("export videoclub")
        #expect(films.status == 0 && films.output.contains("title"), "\(films.output)")
        let elsewhere = try TemporaryFolder()
        let backup = try await run("backup '\(elsewhere.file("copy"))'")
        #expect(backup.status == 0, "\(backup.output)")
        let posts = try await run("export posts")
        #expect(posts.status == 1 && posts.output.contains("lacks the migration"))
        let serve = try await run("serve --port 0")
        #expect(serve.status == 1 && serve.output.contains("mounted for reading alone"))
    }
}
#endif
