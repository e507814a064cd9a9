// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Runs the tests in `Tests/Browser`, called stories, which control an installed browser.
enum Stories {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let python = root.appending(path: ".build/venv-browser/bin/python").path()
    static let program = root.appending(path: "Tests/Browser/run.py").path()

    /// The possible paths of each supported browser.
    static let browsers = [
        "chromium": ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"],
        "firefox": ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
    ]

    /// Returns whether both the browser and the Python that controls it are installed.
    static func canBeTold(in browser: String) -> Bool {
        let programs = browsers[browser] ?? []
        return isProgram(python) && programs.contains(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: path)
    }

    /// Runs every story in a browser.
    static func tell(in browser: String) async throws {
        let run = try await ShellRun("'\(python)' '\(program)' \"$0\" \(browser) 2>&1")
        #expect(run.output.contains("all well"), Comment(rawValue: run.output))
        #expect(run.status == 0)
    }
}

// One after another, because two browsers at once would overload a small machine.
@Suite(.timeLimit(.minutes(15)), .serialized)
struct `The apps in a browser` {
    @Test(
        .enabled(
            if: Stories.canBeTold(in: "chromium"),
            "scripts/setup --test installs Chromium and what drives it"
        )
    )
    func `all browser tests pass in Chromium`() async throws {
        try await Stories.tell(in: "chromium")
    }

    @Test(
        .enabled(
            if: Stories.canBeTold(in: "firefox"),
            "scripts/setup --test installs Firefox and what drives it"
        )
    )
    func `all browser tests pass in Firefox`() async throws {
        try await Stories.tell(in: "firefox")
    }
}
