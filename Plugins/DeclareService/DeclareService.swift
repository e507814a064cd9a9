// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Writes Swift declarations of a foreign service into the package:
/// `swift package declare --openapi films.yaml --output Sources/App/Films.swift`.
///
/// Instead of `--openapi` it takes `--wsdl`, and `--json` for a sample. What cannot be declared is
/// shown. The file is replaced when all is well, and stays as it is otherwise.
@main
struct DeclareService: CommandPlugin {
    private struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var extractor = ArgumentExtractor(arguments)
        let outputs = extractor.extractOption(named: "output")
        guard let output = outputs.first, outputs.count == 1 else {
            throw Refusal(description: "say once where to write: --output Sources/App/Films.swift")
        }
        let folder = context.package.directoryURL
        let process = Process()
        process.executableURL = try builtTool()
        process.arguments = extractor.remainingArguments
        process.currentDirectoryURL = folder
        let source = Pipe()
        process.standardOutput = source
        try process.run()
        let text = try source.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Refusal(description: "nothing was written to \(output)")
        }
        try text.write(to: URL(filePath: output, relativeTo: folder), options: .atomic)
    }

    /// Builds the tool beside the package's own modules, which it shares, and returns its file.
    private func builtTool() throws -> URL {
        let result = try packageManager.build(.product("recado-declare"), parameters: .init())
        guard result.succeeded,
            let tool = result.builtArtifacts.first(where: { $0.kind == .executable })
        else {
            throw Refusal(description: "recado-declare was not built\n\(result.logText)")
        }
        return tool.url
    }
}
