// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation

/// The compiler that built the tests, as a program calls it that has no settings of its own.
enum NewcomersCompiler {
    /// Something that the compiler says.
    struct Diagnostic: CustomStringConvertible {
        let file: String
        let line: Int
        let kind: String
        let text: String

        var description: String { "\(file):\(line): \(kind): \(text)" }
    }

    struct MissingModules: Error {}

    /// The folder of this package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Checks the types in files.
    ///
    /// - Parameter files: The files of one module.
    /// - Returns: The errors and their notes, in the order in which they are written.
    /// - Throws: ``MissingModules``, or what keeps the compiler from running.
    static func check(_ files: [URL]) throws -> [Diagnostic] {
        guard let modules = builtModules else { throw MissingModules() }
        let options = [
            "-typecheck", "-parse-as-library", "-swift-version", "6", "-diagnostic-style", "llvm",
            "-I", modules.path(),
        ]
        let run = try CompletedProcess(
            blocking: "swiftc",
            options + libraries() + files.map { $0.path() },
            inOneOutput: true
        )
        return run.output.split(separator: "\n").compactMap(diagnostic)
    }

    private static func diagnostic(_ line: Substring) -> Diagnostic? {
        guard let parts = line.wholeMatch(of: #/(.+?):(\d+):\d+: (error|note): (.*)/#)?.output,
            let number = Int(parts.2)
        else { return nil }
        let file = URL(filePath: String(parts.1)).lastPathComponent
        return Diagnostic(
            file: file,
            line: number,
            kind: String(parts.3),
            text: String(parts.4)
        )
    }

    /// The C libraries that modules stand on.
    private static func libraries() throws -> [String] {
        let system = root.appending(path: "Sources/System")
        return try FileManager.default.contentsOfDirectory(atPath: system.path()).sorted()
            .flatMap { ["-Xcc", "-fmodule-map-file=\(system.path())/\($0)/module.modulemap"] }
    }

    /// The folder of the compiled modules, beside the running test program.
    private static let builtModules: URL? = {
        let program = URL(filePath: CommandLine.arguments.first ?? "")
        let folders = sequence(first: program) {
            $0.path() == "/" ? nil : $0.deletingLastPathComponent()
        }
        return folders.prefix(8).map { $0.appending(path: "Modules") }.first {
            FileManager.default.fileExists(
                atPath: $0.appending(path: "Recado.swiftmodule").path()
            )
        }
    }()
}
