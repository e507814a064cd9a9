// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation

/// Runs the compiler that built the tests, with the settings of this package.
enum Compiler {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let features = [
        "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
        "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
    ]

    /// The folder with the compiled modules, which is above the running test program.
    private static let products: URL = {
        let program = URL(filePath: CommandLine.arguments.first ?? "")
        let folders = sequence(first: program) {
            $0.path == "/" ? nil : $0.deletingLastPathComponent()
        }
        return folders.prefix(8).first { folder in
            let module = folder.appending(path: "Modules/Recado.swiftmodule")
            return FileManager.default.fileExists(atPath: module.path)
        } ?? program
    }()

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the compiler's arguments: those of this package, or those of a package without
    /// settings of its own.
    private static func arguments(asOurs isOurs: Bool = true) throws -> [String] {
        let system = root.appending(path: "Sources/System")
        let modules = try FileManager.default.contentsOfDirectory(atPath: system.path)
        var arguments = ["-swift-version", "6"]
        if isOurs { arguments += ["-strict-memory-safety", "-warnings-as-errors"] }
        for feature in features where isOurs { arguments += ["-enable-upcoming-feature", feature] }
        arguments += ["-I", products.path, "-I", products.appending(path: "Modules").path]
        for module in modules {
            arguments += ["-Xcc", "-fmodule-map-file=\(system.path)/\(module)/module.modulemap"]
        }
        return arguments + ["-I", "/usr/include/postgresql"]
    }

    /// The modules that `import Recado` brings, including those that they need.
    private static let exported = [
        "Recado", "RecadoAuthentication", "RecadoClient", "RecadoCoding", "RecadoCompression",
        "RecadoCredentials", "RecadoCrypto", "RecadoCurlCommands", "RecadoDescriptions",
        "RecadoEndpoints", "RecadoHTML", "RecadoHTTP", "RecadoMultipart", "RecadoSchemas",
        "RecadoSecrets", "RecadoSockets", "RecadoThreads", "RecadoTransport", "RecadoWire",
    ]

    /// Returns the compiler's errors and warnings about a file.
    static func check(_ text: String) throws -> [String] {
        try inFolder { folder in
            let file = folder.appending(path: "Generated.swift")
            try Data(text.utf8).write(to: file)
            let run = try swiftc(arguments() + ["-typecheck", file.path])
            let lines = run.output.split(separator: "\n").map(String.init)
            return lines.filter { $0.contains("error:") || $0.contains("warning:") }
                + (run.status == 0 ? [] : ["the compiler ended with \(run.status)"])
        }
    }

    /// Compiles a program, linked with Recado and the given modules, and returns its output.
    static func run(
        _ text: String,
        linking modules: [String] = []
    ) throws -> [UInt8] {
        try inFolder { folder in
            let file = folder.appending(path: "main.swift")
            try Data(text.utf8).write(to: file)
            let program = folder.appending(path: "program")
            let objects = try objectFiles(of: Self.exported + modules)
            let linked = ["crypto", "ssl", "nghttp2", "z", "brotlidec"].map { "-l\($0)" }
            let build = try swiftc(
                arguments(asOurs: modules.isEmpty) + [file.path, "-o", program.path] + linked
                    + objects
            )
            guard build.status == 0 else {
                throw Failure(description: String(build.output.prefix(8_000)))
            }
            let run = try CompletedProcess(blocking: program.path)
            guard run.status == 0 else {
                throw Failure(description: "the program ended with \(run.status)")
            }
            return Array(run.output.utf8)
        }
    }

    /// Returns the object files of modules, without those of sources that have been deleted since.
    private static func objectFiles(of modules: [String]) throws -> [String] {
        var files: [String] = []
        for module in modules {
            let sources = root.appending(path: "Sources/\(module)").path
            let names = FileManager.default.enumerator(atPath: sources)?.compactMap {
                $0 as? String
            }
            let folder = products.appending(path: "\(module).build")
            for name in names ?? [] where name.hasSuffix(".swift") {
                let file = URL(filePath: name).lastPathComponent + ".o"
                files.append(folder.appending(path: file).path)
            }
        }
        return files
    }

    private static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "recado-generated-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    private static func swiftc(_ arguments: [String]) throws -> CompletedProcess {
        try CompletedProcess(blocking: "swiftc", arguments, inOneOutput: true)
    }
}
