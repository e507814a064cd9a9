// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Type-checking code for Apple platforms` {
    /// Runs the script on one file that stands for a module.
    private func check(_ code: String) async throws -> ScriptRun {
        try await ProjectTree.withClean { tree in
            try tree.write(code, to: "Sources/RecadoURLSession/Sample.swift")
            return try await ScriptRun("scripts/apple-check", ["--root", tree.root.path()])
        }
    }

    private static func sample(_ expression: String) -> String {
        """
        #if canImport(Darwin)
        import Foundation
        import Security

        final class Sample: NSObject {
            @objc(_scheduleInCFRunLoop:forMode:)
            func schedule(_ loop: CFRunLoop, mode: CFString) {}

            func anchor(_ trust: SecTrust) -> OSStatus {
                \(expression)
            }
        }
        #endif

        #if canImport(FoundationNetworking)
        #error("this is Linux")
        #endif
        """
    }

    @Test func `an error in an Apple branch is found with its line`() async throws {
        let run = try await check(Self.sample("SecTrustSetAnchorCertificatesOnly(trust, 1)"))
        #expect(run.status != 0)
        #expect(run.output.contains("Sources/RecadoURLSession/Sample.swift:10:"), "\(run.output)")
    }

    @Test func `a warning is treated as an error`() async throws {
        let run = try await check(Self.sample("let unused = 1; return errSecSuccess"))
        #expect(run.status != 0)
    }

    @Test func `a branch that matches the stub modules passes`() async throws {
        let run = try await check(Self.sample("SecTrustSetAnchorCertificatesOnly(trust, true)"))
        #expect(run.status == 0, "\(run.output)")
    }

    // MARK: - Apps

    /// Runs the script on an app with one view.
    private func check(app view: String) async throws -> ScriptRun {
        try await ProjectTree.withClean { tree in
            let app = """
                import SwiftUI

                @main
                struct SampleApp: App {
                    var body: some Scene {
                        WindowGroup { \(view) }
                    }
                }
                """
            try tree.write("import SwiftUI\n", to: "Examples/iOS/Shared/Shared.swift")
            try tree.write(app, to: "Examples/iOS/Sample/SampleApp.swift")
            return try await ScriptRun("scripts/apple-check", ["--root", tree.root.path()])
        }
    }

    @Test func `an error in an app is found with its line`() async throws {
        let run = try await check(app: #"Text(verbatim: 7)"#)
        #expect(run.status != 0)
        #expect(run.output.contains("Examples/iOS/Sample/SampleApp.swift:6:"), "\(run.output)")
    }

    @Test func `an app that matches the stub modules passes`() async throws {
        let run = try await check(app: #"Text("title").font(.footnote)"#)
        #expect(run.status == 0, "\(run.output)")
    }

    @Test func `the apps of this project pass`() async throws {
        let run = try await ScriptRun("scripts/apple-check", [])
        #expect(run.status == 0, "\(run.output)")
    }
}
