// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Checks that the container image, which is based on Debian 12, has the libraries of the program.
@Suite(.timeLimit(.minutes(1))) struct `Shared libraries of the container image` {
    private static var isItsBase: Bool {
        let release = try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)
        return release?.contains("VERSION_CODENAME=bookworm") == true
    }

    @Test(.enabled(if: isItsBase, "the packages of other systems have other names"))
    func `are all part of packages that the Containerfile installs`() async throws {
        // In the image, Swift's own libraries are linked statically, so they are left out here.
        let run = try await ShellRun(
            """
            set -eo pipefail
            readelf -d "$0" | sed -n 's/.*NEEDED.*\\[\\(.*\\)\\]/\\1/p' |
                grep -vE '^(libswift|libFoundation|lib_Foundation|libBlocksRuntime|libdispatch)' |
                while read -r library; do dpkg-query -S "*/$library" | sed 's/:.*//' | head -1; done |
                sort -u
            """
        )
        #expect(run.status == 0)
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let text = try String(contentsOf: root.appending(path: "Containerfile"), encoding: .utf8)
        let words = Set(text.split { $0.isWhitespace })
        let packages = run.output.split(separator: "\n").filter { $0 != "libc6" }
        #expect(packages.count >= 5)
        for package in packages { #expect(words.contains(package), "\(package)") }
    }
}
