// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoServices
import RecadoStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The command `recado export`.
enum ExportCommand {
    static let format = CommandOption(
        "format",
        "format",
        about: "The format; by default that of the file's ending, and CSV on standard output.",
        values: TransferFormat.allCases.map(\.rawValue)
    )
    static let command = Command(
        "export",
        "Writes data of the database to a file, or to standard output.",
        detail: """
            What is exported can be imported as it was; films need their owners, whom 'recado user add' \
            makes in a new database. A file has its name once it is whole. On a terminal, characters that \
            could command it are shown as \\u001b and the like.
            """,
        options: [format, OutputFile.replace, ServeCommand.database],
        noun: "table",
        commands: [
            command(.videoclub, "Exports films."),
            command(.scores, "Exports scores."),
            command(.posts, "Exports posts."),
        ]
    )

    private static func command(
        _ table: TransferTable,
        _ summary: LocalizedText
    ) -> Command {
        Command(table.rawValue, summary, operands: [Operand("file", .optional)]) {
            (arguments, terminal) async throws(CommandError) in
            let file = arguments.operands.first.flatMap { $0 == "-" ? nil : $0 }
            let format =
                if let file {
                    try ImportCommand.format(of: file, arguments)
                } else {
                    arguments[format].flatMap(TransferFormat.init(rawValue:)) ?? .csv
                }
            let place = try DatabasePlace(arguments)
            let replacing = arguments.contains(OutputFile.replace)
            if let file { try OutputFile.check(file, replacing: replacing, from: place) }
            let transfer = DataExport(table, format)
            let isShown = file == nil && terminal.isInteractive
            let count = try await place.open(for: .reading, telling: terminal) {
                store async throws(CommandError) in
                if table != .videoclub { try await notePart(store, of: place, on: terminal) }
                do throws(TransferError) {
                    return try await transfer.run(
                        from: store,
                        to: file,
                        replacing: replacing,
                        shown: isShown ? DisplayText.escaped : nil
                    )
                } catch {
                    // The reader of the output has closed the pipe.
                    if file == nil, case .file(let failure) = error, failure.number == EPIPE {
                        throw .outputClosed
                    }
                    throw place.failure(error, file ?? "standard output")
                }
            }
            if let file { try terminal.write("\(count) written to \(file)\n") }
        }
    }

    /// Reports that a shard contains only a part of the rows.
    private static func notePart(
        _ store: any StoreNotifications,
        of place: DatabasePlace,
        on terminal: Terminal
    ) async throws(CommandError) {
        guard let count = try await place.shardPlace(store)?.count else { return }
        let note: LocalizedText = "\(place.shown) is one of \(count) databases: this is its part"
        terminal.note(note.description)
    }
}
