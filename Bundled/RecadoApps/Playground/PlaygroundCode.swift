// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoCurlCommands
import RecadoEndpoints
import RecadoScreens

/// The call of a trial as code: in Swift, with curl and with the command-line tool.
///
/// No value needs escapes: typed values have been validated as numbers or paths, and all others are
/// fixed words.
struct PlaygroundCode: Sendable {
    /// The trial, whose fields have been validated.
    let trial: PlaygroundTrial
    /// The URL of the service, such as `http://localhost:3000/playground`.
    let service: String

    /// The query of the call, with the names that the service uses; default values are omitted.
    private var query: [(name: String, value: String)] {
        let entries = [
            ("status", trial.status),
            ("shape", trial.shape == .everything ? "" : trial.shape.rawValue),
            ("root", trial.root), ("error-root", trial.errorRoot), ("code", trial.code),
            ("fault", trial.fault?.rawValue ?? ""), ("delay", trial.delay),
            ("format", trial.writing == .json ? "" : trial.writing.rawValue),
        ]
        return entries.filter { !$0.1.isEmpty }
    }

    // MARK: - Shells

    /// The call with curl, which also prints the head of the answer.
    var curl: String {
        let query = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return "curl -i \(ShellWord.inQuotes("\(service)/user\(query.isEmpty ? "" : "?\(query)")"))"
    }

    /// The call with the command-line tool, with options for the rules for reading the answer.
    var command: String {
        var words = ["recado", "playground", "show"]
        for (name, value) in query { words += ["--\(name)", value] }
        if trial.manner == .envelope { words += ["--read-as", "envelope"] }
        if !trial.readRoot.isEmpty { words += ["--read-root", trial.readRoot] }
        if !trial.readErrorRoot.isEmpty { words += ["--read-error-root", trial.readErrorRoot] }
        let server = Self.server(of: service)
        return (words + ["--server", ShellWord.inQuotes(server)]).joined(separator: " ")
    }

    /// Returns the URL of the server, without the path of the service.
    private static func server(of service: String) -> String {
        let path = Playground.api.prefix
        return service.hasSuffix(path) ? String(service.dropLast(path.count)) : service
    }

    // MARK: - Swift

    /// The call in Swift, with the rules for reading the answer.
    var swift: String {
        let type = trial.reading == .list ? "[Playground.User]?.self" : "Playground.User?.self"
        let items = query.map { "\"\($0.name)\": \"\($0.value)\"" }.joined(separator: ", ")
        var lines = [
            "let playground = try Client(base: \"\(service)\")",
            "let answer = try await playground.get(", "    \"user\",", "    as: \(type),",
            "    failing: Playground.ServiceError.self,",
        ]
        if !items.isEmpty { lines.append("    query: [\(items)],") }
        lines.append("    with: CallOptions(")
        if trial.writing == .xml { lines.append("        format: .xml,") }
        lines += ["        responseRules: ResponseRules("]
        lines.append(rules.map { "            \($0)" }.joined(separator: ",\n"))
        lines += ["        )", "    )", ")"]
        return (Self.head(trial.manner) + lines).joined(separator: "\n")
    }

    private static func head(_ manner: PlaygroundTrial.Manner) -> [String] {
        let imports = ["import Recado", "import RecadoContracts", ""]
        guard manner == .envelope else { return imports }
        return imports + [
            "// The code of an error says whether it is one.",
            "extension Playground.ServiceError: @retroactive ErrorReporting {}", "",
        ]
    }

    private var rules: [String] {
        let error = "Playground.ServiceError.self"
        var parts: [String] = []
        if !trial.isStrictAboutNothing { parts.append("empty: .any") }
        switch trial.manner {
        case .envelope:
            let root = trial.readRoot.isEmpty ? "respuesta" : trial.readRoot
            let errorRoot = trial.readErrorRoot.isEmpty ? "error" : trial.readErrorRoot
            parts += ["root: \"\(root)\"", "errors: [ErrorModel(\(error), at: \"\(errorRoot)\")]"]
        case .status:
            let place = trial.readErrorRoot.isEmpty ? "" : ", at: \"\(trial.readErrorRoot)\""
            if !trial.readRoot.isEmpty { parts.append("root: \"\(trial.readRoot)\"") }
            parts.append("errors: [ErrorModel(\(error)\(place))]")
        }
        return parts
    }
}
