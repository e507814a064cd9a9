// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation

/// Runs the compiler as a new package would: without any settings of this package.
enum NewcomersCompiler {
    /// An error or note of the compiler.
    struct Diagnostic: CustomStringConvertible {
        let file: String
        let line: Int
        let kind: String
        let text: String

        var description: String { "\(file):\(line): \(kind): \(text)" }
    }

    struct MissingModules: Error {}

    /// The root folder of this package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Type-checks files without building them.
    ///
    /// - Parameter files: The files of one module.
    /// - Returns: The errors and notes, in the order in which the compiler prints them.
    /// - Throws: ``MissingModules``, or an error if the compiler cannot be run.
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

    /// Returns the compiler's options for the C libraries that the modules import.
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
