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

    /// The scripts of `scripts` and `.ci` by their path from the root.
    static var scripts: [String] {
        get throws {
            try ["scripts", ".ci"].flatMap { folder in
                try FileManager.default
                    .contentsOfDirectory(atPath: root.appending(path: folder).path())
                    .filter { !$0.contains(".") }
                    .filter {
                        !["attacking", "checks", "clustering", "growing", "__pycache__"].contains(
                            $0
                        )
                    }
                    .map { "\(folder)/\($0)" }
            }
            .sorted()
        }
    }

    /// The programs in Python that scripts run, by their path from the root.
    static var programs: [String] {
        get throws {
            try ["attacking", "checks", "clustering", "growing"].flatMap { folder in
                try FileManager.default
                    .contentsOfDirectory(atPath: root.appending(path: "scripts/\(folder)").path())
                    .filter { $0.hasSuffix(".py") }
                    .map { "scripts/\(folder)/\($0)" }
            }
        }
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
