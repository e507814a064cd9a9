// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// This project's own folder, found from this file's place in it.
enum Project {
    static let root = URL(filePath: #filePath)
        .resolvingSymlinksInPath()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folders of programs in Python that scripts run.
    private static let folders = [
        "attacking", "checks", "clustering", "hooks", "growing", "publishing", "simulating",
    ]

    /// The scripts of `scripts` and `.ci` by their path from the root.
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

    /// The programs in Python that scripts run and what they copy, by their path from the root.
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
