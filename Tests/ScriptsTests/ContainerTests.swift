// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The container image` {
    /// Returns the instructions of the Containerfile, each as one line.
    private func instructions() throws -> [String] {
        try Project.text("Containerfile").replacing("\\\n", with: " ").split(separator: "\n")
            .map(String.init).filter { !$0.hasPrefix("#") }
    }

    private func instructions(_ name: String) throws -> [[Substring]] {
        try instructions().filter { $0.hasPrefix(name + " ") }.map {
            $0.split(separator: " ").dropFirst().map { $0 }
        }
    }

    /// Returns the packages that the image installs in addition to its base.
    private func packages() throws -> [Substring] {
        let install = try #require(try instructions("RUN").first { $0.contains("apt-get") })
        let start = try #require(install.lastIndex(of: "--no-install-recommends"))
        return install[(start + 1)...].prefix { $0 != "&&" }.map { $0 }
    }

    /// Returns the files and folders that are copied for the build.
    private func copied() throws -> [Substring] {
        try instructions("COPY").filter { $0.first?.hasPrefix("--from") != true }
            .flatMap { $0.dropLast() }
    }

    @Test func `copied files exist and are admitted by .dockerignore`() throws {
        let admitted = try Project.text(".dockerignore").split(separator: "\n")
        #expect(admitted.contains("*"))
        let copied = try copied()
        #expect(copied.count >= 5)
        for path in copied {
            let file = Project.root.appending(path: String(path)).path()
            #expect(FileManager.default.fileExists(atPath: file), "\(path)")
            #expect(admitted.contains("!\(path)"), "\(path)")
        }
    }

    @Test func `copied files suffice for the package manifest`() async throws {
        try await describe(try copied().map(String.init).filter { !$0.contains("/") })
    }

    @Test func `files copied for new packages suffice for their manifest`() async throws {
        let text = try Project.text("Bundled/RecadoProjects/ProjectTemplate.swift")
        let list = try #require(text.firstMatch(of: /toolkitEntries = \[(.*)\]/)).output.1
        try await describe(list.split(separator: ", ").map { $0.filter { $0 != "\"" } })
    }

    /// Expects that a package with only the given entries of this package's folder has all its
    /// targets.
    private func describe(_ entries: [String]) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "recado-container-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in entries {
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: path),
                withDestinationURL: Project.root.appending(path: path)
            )
        }
        // `swift package describe` fails if the folder of a target or plugin is missing.
        let run = try await ScriptRun(
            URL(filePath: "/usr/bin/env"),
            ["swift", "package", "--package-path", folder.path(), "describe"]
        )
        #expect(run.status == 0, "\(run.output.suffix(2_000))")
    }

    @Test func `its packages match those of the build`() async throws {
        let run = try await ScriptRun("scripts/setup", ["--dry-run"])
        let needed = run.output.split(separator: "\n").first?.split(separator: " ") ?? []
        // The build uses development packages such as libssl-dev, and the image uses the libraries,
        // such as libssl3.
        let stems = Set(needed.filter { $0.hasSuffix("-dev") }.map { Self.stem($0) })
        let others: Set<Substring> = ["ca-certificates", "libstdc++6"]
        let packages = try packages()
        #expect(Set(packages).isSuperset(of: others))
        let libraries = Set(packages.filter { !others.contains($0) }.map(Self.stem))
        #expect(libraries == stems.subtracting(["libc"]))
    }

    /// Returns a package's name without version and suffix: `libpq5` and `libpq-dev` give `libpq`.
    private static func stem(_ name: Substring) -> Substring {
        name.prefix { $0.isLetter }
    }

    @Test func `it runs as an unprivileged user and has a health check`() throws {
        let last = try instructions().split { $0.hasPrefix("FROM ") }.last ?? []
        let user = try #require(last.first { $0.hasPrefix("USER ") })
        #expect(user != "USER root" && user != "USER 0")
        let commands = last.filter { $0.hasPrefix("ENTRYPOINT") || $0.hasPrefix("CMD") }
        #expect(commands.count == 2)
        #expect(last.contains("EXPOSE 3000"))
        #expect(last.contains { $0.hasPrefix("HEALTHCHECK ") && $0.contains("/health/live") })
    }

    // MARK: - scripts/serve --container

    @Test(arguments: [(["podman", "docker"], "podman"), (["docker"], "docker")])
    func `the first installed tool builds it and runs it on the loopback interface`(
        tools: [String],
        used: String
    ) async throws {
        try await ProjectTree.withClean { tree in
            let workshop = Workshop(tree: tree, tools: tools)
            let run = try await workshop.run("scripts/serve", "--container", "--course")
            #expect(run.status == 0, "\(run.output)")
            let log = try workshop.log
            try #require(log.count == 2, "\(log)")
            let format = used == "podman" ? " --format docker" : ""
            #expect(log[0] == "\(used) build\(format) -f Containerfile -t recado .")
            #expect(log[1].hasPrefix("\(used) run "))
            #expect(log[1].contains(" -p 127.0.0.1:3000:3000 "))
            #expect(log[1].hasSuffix(" --demo --passwords-in-clear --course"))
        }
    }

    @Test func `without a tool, an error names podman and docker`() async throws {
        try await ProjectTree.withClean { tree in
            let workshop = Workshop(tree: tree, tools: [])
            let run = try await workshop.run("scripts/serve", "--container")
            #expect(run.status == 1)
            #expect(
                run.output == "serve: --container needs podman or docker, and neither is here\n"
            )
            #expect(try workshop.log.isEmpty)
        }
    }

    @Test func `the help text is shown without a build`() async throws {
        let run = try await ScriptRun("scripts/serve", ["--help"])
        #expect(run.status == 0)
        #expect(run.output.contains("--container"))
    }
}
