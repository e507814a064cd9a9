// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(.timeLimit(.minutes(1))) struct `Setup, test and serve scripts` {
    /// Returns all packages that `scripts/setup` may need, as it reports them itself.
    private func needed(_ options: String...) async throws -> [String] {
        let run = try await ScriptRun("scripts/setup", ["--dry-run"] + options)
        try #require(run.status == 0, "\(run.output)")
        let line = try #require(run.output.split(separator: "\n").first)
        try #require(line.hasPrefix("needed: "))
        return line.dropFirst("needed: ".count).split(separator: " ").map(String.init)
    }

    @Test func `a dry run lists needed and missing packages and installs none`() async throws {
        let needed = try await needed()
        #expect(Set(needed).isSuperset(of: ["libssl-dev", "libsqlite3-dev", "g++"]))
        try await ProjectTree.withClean { tree in
            let workshop = Workshop(tree: tree, installed: needed.filter { $0 != "g++" })
            let run = try await workshop.run("scripts/setup", "--dry-run")
            #expect(run.output.hasSuffix("\nmissing: g++\n"))
            #expect(run.status == 0)
            #expect(try workshop.log.isEmpty)
        }
    }

    @Test(
        arguments: [
            ("--test", "python3-venv"), ("--bench", "wrk"), ("--check", "python3"),
            ("--bench", "libcurl4-openssl-dev"),
        ]
    )
    func `an option adds the packages for its purpose`(option: String, package: String) async throws
    {
        #expect(try await !needed().contains(package))
        #expect(try await needed(option).contains(package))
    }

    @Test func `only missing packages are installed`() async throws {
        let needed = try await needed("--bench")
        try await ProjectTree.withClean { tree in
            let missing: Set = ["libsqlite3-dev", "wrk"]
            let workshop = Workshop(tree: tree, installed: needed.filter { !missing.contains($0) })
            let run = try await workshop.run("scripts/setup", "--bench")
            #expect(run.status == 0, "\(run.output)")
            #expect(run.output == "setup: installing libsqlite3-dev wrk\n")
            let log = try workshop.log
            #expect(log.first?.hasPrefix("apt-get update") == true)
            #expect(log.last?.hasSuffix(" libsqlite3-dev wrk") == true)
            #expect(log.count == 2)
        }
    }

    @Test func `nothing is installed if no package is missing`() async throws {
        let needed = try await needed("--test", "--bench")
        try await ProjectTree.withClean { tree in
            let workshop = Workshop(tree: tree, installed: needed)
            let run = try await workshop.run("scripts/setup", "--test", "--bench")
            #expect(run.status == 0)
            #expect(run.output.isEmpty)
            #expect(try workshop.log.isEmpty)
        }
    }

    @Test(arguments: ["Swift version 6.2.4", "Swift version 5.10", "no such thing"])
    func `an old Swift version is refused with a hint where to get a newer one`(
        _ version: String
    ) async throws {
        let needed = try await needed()
        try await ProjectTree.withClean { tree in
            let workshop = Workshop(tree: tree, installed: needed, swiftVersion: version)
            let run = try await workshop.run("scripts/setup")
            #expect(run.status == 1)
            #expect(run.output.contains("Swift 6.3 or later is needed"))
            #expect(run.output.contains("swift.org"))
        }
    }

    @Test(arguments: ["Swift version 6.3", "Swift version 6.10.1", "Swift version 7.0"])
    func `a later Swift version is accepted`(_ version: String) async throws {
        let needed = try await needed()
        try await ProjectTree.withClean { tree in
            let workshop = Workshop(tree: tree, installed: needed, swiftVersion: version)
            let run = try await workshop.run("scripts/setup")
            #expect(run.status == 0)
        }
    }

    @Test func `an unknown option is refused`() async throws {
        let run = try await ProjectTree.withClean {
            try await Workshop(tree: $0).run("scripts/setup", "--everything")
        }
        #expect(run.status == 2)
        #expect(run.output.contains("unknown option --everything"))
    }

    @Test(arguments: [0, 1])
    func `the test script returns the exit status of the tests`(status: Int) async throws {
        let needed = try await needed("--test")
        try await ProjectTree.withClean { tree in
            let workshop = Workshop(tree: tree, installed: needed, testStatus: status)
            let run = try await workshop.run("scripts/test", "--filter", "Routing")
            #expect(run.status == Int32(status), "\(run.output)")
            let log = try workshop.log
            #expect(
                log == [
                    "swift build --build-tests", "swift test --disable-xctest --filter Routing",
                ]
            )
        }
    }

    @Test(arguments: [
        (["thread", "--filter", "Routing"], "thread", "--filter Routing"),
        (
            ["address"], "address",
            #"--skip ^(RecadoCommandTests|RecadoPeerTests|RecadoEndpointsTests|ScriptsTests)\."#
        ),
    ])
    func `a sanitizer builds in its own folder`(
        words: [String],
        sanitizer: String,
        options: String
    ) async throws {
        let needed = try await needed("--test")
        try await ProjectTree.withClean { tree in
            let workshop = Workshop(tree: tree, installed: needed, testStatus: 1)
            let run = try await workshop.run("scripts/sanitize", words)
            #expect(run.status == 1, "\(run.output)")
            let log = try workshop.log
            let build = "--sanitize=\(sanitizer) --scratch-path .build/\(sanitizer)"
            #expect(log.first == "swift build --build-tests \(build)")
            // Between prefix and suffix is the number of parallel tests, which depends on the
            // machine.
            let last = try #require(log.last)
            #expect(last.hasPrefix("swift test --skip-build --disable-xctest "))
            #expect(last.hasSuffix(" \(build) \(options)"))
            #if os(Linux)
            let isThread = sanitizer == "thread"
            #expect(log.contains { $0.hasPrefix("clang ") && $0.contains("mutex.c") } == isThread)
            #endif
        }
    }

    @Test(arguments: [[], ["memory"], ["--filter", "Routing"]])
    func `an unknown sanitizer is refused`(_ words: [String]) async throws {
        let run = try await ScriptRun("scripts/sanitize", words)
        #expect(run.status == 2)
        #expect(run.output.contains("say address or thread"))
    }

    @Test func `the serve script builds for release and passes its options on`() async throws {
        let needed = try await needed()
        try await ProjectTree.withClean { tree in
            let workshop = Workshop(tree: tree, installed: needed)
            let run = try await workshop.run("scripts/serve", "--port", "8080")
            #expect(run.status == 0, "\(run.output)")
            let build = "swift build -c release --static-swift-stdlib --product recado"
            #expect(try workshop.log == [build, "recado serve --trust-local --port 8080"])
        }
    }
}
