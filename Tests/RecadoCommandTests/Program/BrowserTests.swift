// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The stories of `Tests/Browser`, which the browser of the system is driven through.
enum Stories {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let python = root.appending(path: ".build/venv-browser/bin/python").path()
    static let program = root.appending(path: "Tests/Browser/run.py").path()

    /// Whether there is what drives the browser, and the browser.
    static let canBeTold =
        FileManager.default.isExecutableFile(atPath: python)
        && ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]
            .contains { FileManager.default.isExecutableFile(atPath: $0) }
}

@Suite(.timeLimit(.minutes(15)), .enabled(if: Stories.canBeTold))
struct `The apps in a browser` {
    @Test func `every story comes to a good end`() async throws {
        let run = try await ShellRun("'\(Stories.python)' '\(Stories.program)' \"$0\" 2>&1")
        #expect(run.output.contains("all well"), Comment(rawValue: run.output))
        #expect(run.status == 0)
    }
}
