// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The project's scripts in a temporary folder, with stand-ins for the programs that they call.
///
/// The stand-ins only write their arguments into a log, so that tests install and build nothing.
struct Workshop {
    let tree: ProjectTree
    /// The packages that `dpkg-query` reports as installed.
    var installed: [String] = []
    /// The text that `swift --version` prints.
    var swiftVersion = "Swift version 6.3.1 (swift-6.3.1-RELEASE)"
    /// The exit code of `swift test`.
    var testStatus = 0
    /// The only programs that a script can find besides `dirname`; by default all.
    var tools: [String]?
    /// The members of the symbol graph that `swift symbolgraph-extract` gives; without them
    /// `scripts/api` does nothing.
    var symbols: String?

    /// True if scripts that are called by other scripts are the real ones and not stand-ins.
    var isWhole = false

    static let log = "log"

    /// The commands with which the stand-ins were called, in order.
    var log: [String] {
        get throws {
            guard let text = try? tree.text(Self.log) else { return [] }
            return text.split(separator: "\n").map(String.init)
        }
    }

    func run(_ script: String, _ arguments: String...) async throws -> ScriptRun {
        try await run(script, arguments)
    }

    func run(_ script: String, _ arguments: [String]) async throws -> ScriptRun {
        try install()
        let others = ProcessInfo.processInfo.environment["PATH"] ?? ""
        var path = "\(tree.root.appending(path: "bin").path()):\(others)"
        if let tools {
            for tool in tools {
                try tree.write(
                    "#!/bin/sh\n\(logged(tool))\n",
                    to: "tools/\(tool)",
                    isExecutable: true
                )
            }
            let dirname = "#!/bin/sh\nexec /usr/bin/dirname \"$@\"\n"
            try tree.write(dirname, to: "tools/dirname", isExecutable: true)
            path = tree.root.appending(path: "tools").path()
        }
        return try await ScriptRun(
            tree.root.appending(path: script),
            arguments,
            environment: ["PATH": path]
        )
    }

    private func install() throws {
        for script in try Project.scripts {
            try tree.write(Project.text(script), to: script, isExecutable: true)
        }
        for program in try Project.programs { try tree.write(Project.text(program), to: program) }
        for (list, folder) in [("Tests", "venv"), ("Tests/Browser", "venv-browser")] {
            let requirements = try Project.text("\(list)/requirements.txt")
            try tree.write(requirements, to: "\(list)/requirements.txt")
            try tree.write(requirements, to: ".build/\(folder)/requirements.txt")
        }
        let status = installed.map { "installed:\($0) " }.joined()
        try program("dpkg-query", "printf '%s' '\(status)'")
        try program("apt-get", logged("apt-get"))
        try program("clang", logged("clang"))
        try program("sudo", "exec \"$@\"")
        try program(
            "swift",
            "[ \"$1\" != --version ] || { echo '\(swiftVersion)'; exit 0; }",
            "if [ \"$1\" = symbolgraph-extract ]; then",
            "    name=$3",
            "    while [ \"$1\" != -output-dir ]; do shift; done",
            "    printf '%s' '\(symbols ?? "")' >\"$2/$name.symbols.json\"",
            "    exit 0",
            "fi",
            logged("swift"),
            "[ \"$1\" != test ] || exit \(testStatus)"
        )
        let serve = "#!/bin/sh\n\(logged("recado"))\n"
        try tree.write(serve, to: ".build/release/recado", isExecutable: true)
        let extras = ["linkage", "documents"] + (symbols == nil ? ["api"] : [])
        for extra in isWhole ? [] : extras {
            try tree.write("#!/bin/sh\nset -eu\n", to: "scripts/\(extra)", isExecutable: true)
        }
    }

    private func logged(_ name: String) -> String {
        "echo \(name) \"$@\" >>'\(tree.root.appending(path: Self.log).path())'"
    }

    private func program(_ name: String, _ lines: String...) throws {
        let text = "#!/bin/sh\nset -eu\n" + lines.joined(separator: "\n") + "\n"
        try tree.write(text, to: "bin/\(name)", isExecutable: true)
    }
}
