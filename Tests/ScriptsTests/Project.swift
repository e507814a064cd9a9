// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Gives access to this project's folder, which is found from this file's path.
enum Project {
    static let root = URL(filePath: #filePath)
        .resolvingSymlinksInPath()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folders with Python programs that scripts run.
    private static let folders = [
        "attacking", "checks", "clustering", "hooks", "growing", "publishing", "simulating",
    ]

    /// The paths of all scripts in `scripts` and `.ci`, relative to the root.
    static var scripts: [String] {
        get throws {
            try ["scripts", ".ci"].flatMap { folder in
                try FileManager.default
                    .contentsOfDirectory(atPath: root.appending(path: folder).path())
                    .filter { !$0.contains(".") }
                    .filter { !(folders + ["__pycache__"]).contains($0) }
                    .map { "\(folder)/\($0)" }
            }
            .sorted()
        }
    }

    /// The paths of the Python programs that scripts run, and of the HTML pages that they use.
    static var programs: [String] {
        get throws {
            try folders.flatMap { folder in
                try FileManager.default
                    .contentsOfDirectory(atPath: root.appending(path: "scripts/\(folder)").path())
                    .filter { $0.hasSuffix(".py") || $0.hasSuffix(".html") }
                    .map { "scripts/\(folder)/\($0)" }
            }
        }
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
