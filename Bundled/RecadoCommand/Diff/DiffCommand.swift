// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoComparison
import RecadoEndpoints
import RecadoHTTP

/// `recado diff`: reports how a new version of a service's document affects callers of the old
/// version.
enum DiffCommand {
    static let json = CommandOption("json", about: "Write JSON, on a terminal, too.")

    static let command = Command(
        "diff",
        "Tells which differences between two OpenAPI documents break callers.",
        detail: """
            The old document comes first, then the new one; each is a file or an address. A table is \
            written on a terminal, and JSON elsewhere.
            """,
        options: [json, CheckCommand.timeout] + ConnectionOptions.trust,
        operands: [
            Operand("old", example: "old/openapi.json"),
            Operand("new", example: "new/openapi.json"),
        ],
        notes: [
            CommandError.notes(
                finding:
                    "A caller of the old version breaks, or may where the comparison was not finished."
            )
        ]
    ) { (arguments, terminal) async throws(CommandError) in
        do throws(CommandError) {
            try await run(arguments, on: terminal)
        } catch {
            throw error.besideFindings
        }
    }

    private static func run(
        _ arguments: ParsedArguments,
        on terminal: Terminal
    ) async throws(CommandError) {
        guard arguments.operands.count == 2 else { throw .usage("two documents are needed") }
        let reader = try DocumentReader(arguments)
        let old = try await reader.read(arguments.operands[0])
        let new = try await reader.read(arguments.operands[1])
        let comparison: APIComparison
        do throws(DocumentError) {
            comparison = try APIComparison(old: old, new: new)
        } catch {
            throw .usage("\(error)")
        }
        let report = DiffReport(comparison)
        let isTable = terminal.isInteractive && !arguments.contains(json)
        try terminal.write(isTable ? report.text(width: terminal.tableWidth) : report.json)
        if !comparison.isCompatible { throw CommandError.found }
    }
}
