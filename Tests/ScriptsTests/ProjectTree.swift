// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A small project in a temporary folder about which `scripts/check` has no findings.
struct ProjectTree {
    static let header = """
        // Part of Recado. See LICENSE.
        // SPDX-License-Identifier: Apache-2.0


        """

    let root: URL

    /// Makes such a project, calls `body` with it, and removes it in any case.
    static func withClean<Result>(
        _ body: (ProjectTree) async throws -> Result
    ) async throws -> Result {
        let name = "recado-scripts-\(UUID().uuidString)"
        let tree = ProjectTree(root: FileManager.default.temporaryDirectory.appending(path: name))
        defer { try? FileManager.default.removeItem(at: tree.root) }
        try tree.write(Project.text(".swift-format"), to: ".swift-format")
        try tree.write(manifest, to: "Package.swift")
        try tree.write(
            header + "/// A clean thing.\npublic struct Clean: Sendable {}\n",
            to: "Sources/Clean/Clean.swift"
        )
        try tree.write(header + "import Clean\n", to: "Tests/CleanTests/CleanTests.swift")
        try tree.write("#!/bin/sh\nset -eu\ntrue\n", to: "scripts/clean", isExecutable: true)
        return try await body(tree)
    }

    private static let manifest = """
        // swift-tools-version: 6.3
        import PackageDescription

        let package = Package(
            name: "clean",
            targets: [
                .target(name: "Clean"), .target(name: "Other"),
                .testTarget(name: "CleanTests", dependencies: ["Clean"]),
            ]
        )

        """

    func write(_ text: String, to path: String, isExecutable: Bool = false) throws {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        let mode = isExecutable ? 0o755 : 0o644
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path())
    }

    func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
