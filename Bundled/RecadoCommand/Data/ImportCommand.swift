// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoServices

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The command `recado import`.
enum ImportCommand {
    static let format = CommandOption(
        "format",
        "format",
        about: "The format; by default that of the file's ending.",
        values: TransferFormat.allCases.map(\.rawValue)
    )
    static let skip = CommandOption(
        "skip-invalid",
        about:
            "Import the valid records; by default nothing is imported when any record is refused."
    )
    static let batches = CommandOption(
        "batches",
        "records",
        about: "Import so many records at a time, and say where to continue."
    )
    static let from = CommandOption(
        "from",
        "place",
        about: "Continue at this line, or at this element of JSON or XML."
    )
    static let owner = CommandOption(
        "owner",
        "member",
        about: "The owner of films that name none."
    )
    static let json = CommandOption("json", about: "Write the report as JSON.")

    static let command = Command(
        "import",
        "Brings data from files into the database.",
        detail: """
            The first line of CSV names the columns, in any order; JSON is one array of objects, XML a \
            root with an element for each record, and JSON lines have an object in each. A file named \
            - is standard input. The exit code is 4 when something was refused, unless --skip-invalid keeps \
            the rest.
            """,
        options: [format, skip, batches, from, json, ServeCommand.database],
        notes: [
            columns(of: TransferTable.allCases),
            HelpSection(
                heading: "Options of videoclub",
                rows: [HelpSection.Row(name: owner.listing, about: owner.about)]
            ),
        ],
        noun: "table",
        commands: [
            command(.videoclub, "Imports films.", [owner]),
            command(.scores, "Imports scores."),
            command(.posts, "Imports posts."),
        ]
    )

    private static func command(
        _ table: TransferTable,
        _ summary: LocalizedText,
        _ options: [CommandOption] = []
    ) -> Command {
        Command(
            table.rawValue,
            summary,
            options: options,
            operands: [Operand("file", .list, example: "films.csv")],
            notes: [columns(of: [table])]
        ) {
            (arguments, terminal) async throws(CommandError) in
            let place = try DatabasePlace(arguments)
            for file in arguments.operands {
                try await run(file, into: table, of: place, arguments, on: terminal)
            }
        }
    }

    /// Returns the help section about columns of files, in which required columns are marked.
    private static func columns(of tables: [TransferTable]) -> HelpSection {
        let rows = tables.map { table in
            let names = table.columnNames.joined(separator: ", ")
            let required = table.requiredColumnNames.joined(separator: ", ")
            let needed: LocalizedText = required.isEmpty ? "" : " Required: \(required)."
            return HelpSection.Row(
                name: table.rawValue,
                about: LocalizedText("\(names)." + needed.description)
            )
        }
        return HelpSection(heading: "Columns", rows: rows)
    }

    /// Returns the format of a file.
    static func format(
        of file: String,
        _ arguments: ParsedArguments
    ) throws(CommandError) -> TransferFormat {
        let given = arguments[format].flatMap(TransferFormat.init(rawValue:))
        guard let format = given ?? TransferFormat(path: file) else {
            let known = TransferFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage(
                "the ending of \(file) tells no format",
                "say --format with one of \(known)"
            )
        }
        return format
    }

    private static func run(
        _ file: String,
        into table: TransferTable,
        of place: DatabasePlace,
        _ arguments: ParsedArguments,
        on terminal: Terminal
    ) async throws(CommandError) {
        // This is checked first, because opening a database may create it.
        guard file == "-" || DatabasePlace.isFile(file) else {
            throw .failed("there is no file \(file)")
        }
        var options = DataImport.Options()
        options.skipsInvalid = arguments.contains(skip)
        options.batchSize = try arguments.number(batches, in: 1...100_000)
        options.start = try arguments.number(from, in: 0...Int.max) ?? 0
        options.owner = arguments[owner]
        let transfer = DataImport(table, try format(of: file, arguments), options)
        let meter = ImportMeter(file, on: terminal)
        let isQuiet = !options.skipsInvalid
        let report = try await place.open(for: .making, telling: terminal) {
            store async throws(CommandError) in
            let shard = try await place.shardPlace(store)
            guard shard.map({ table == .videoclub && $0.place == 0 }) ?? true else {
                throw .failed(
                    "\(place.shown) is one of several databases, into which only films are imported, and those into the first"
                )
            }
            do throws(TransferError) {
                let source: ImportSource = file == "-" ? .descriptor(STDIN_FILENO) : .path(file)
                return try await transfer.run(source, into: store) { meter.show($0) }
            } catch {
                meter.end()
                throw place.failure(error, file)
            }
        }
        meter.end()
        try show(report, file, arguments, on: terminal)
        guard report.isBroken || report.refused > 0 && isQuiet else { return }
        throw CommandError(code: 4, lines: [])
    }

    private static func show(
        _ report: ImportReport,
        _ file: String,
        _ arguments: ParsedArguments,
        on terminal: Terminal
    ) throws(CommandError) {
        if arguments.contains(json) {
            return try terminal.write(report, asJSONOf: "report", isPretty: true)
        }
        for refusal in report.refusals { terminal.note("\(file):\(words(of: refusal))") }
        let untold = report.refused - report.refusals.count
        if untold > 0 { terminal.note("\(file): \(untold) more were refused") }
        if report.refusals.contains(where: { $0.reason.hasSuffix("UTF-8") }) {
            let advice: LocalizedText =
                "\(file): texts are UTF-8; 'iconv -f ISO-8859-1 -t UTF-8' makes it so"
            terminal.note(advice.description)
        }
        if report.refusals.contains(where: { $0.reason == ImportRefusal.missingMember }) {
            let advice: LocalizedText =
                "\(file): films need their owners; 'recado user add' makes a member"
            terminal.note(advice.description)
        }
        if !report.unknownColumns.isEmpty {
            let names = report.unknownColumns.joined(separator: ", ")
            terminal.note("\(file): passed over the columns \(names)")
        }
        if let resumption = report.resumption {
            terminal.note("\(file): go on with --from \(resumption)")
        }
        try terminal.write("\(report.kept) of \(report.read) kept, \(report.refused) refused\n")
    }

    /// Returns a message about a refused row, in the format of compiler errors: `12: total “x”:
    /// expected a whole number`.
    private static func words(of refusal: ImportRefusal) -> String {
        var subject = refusal.column ?? ""
        if let value = refusal.value { subject += " “\(value)”" }
        return "\(refusal.line): \(subject.isEmpty ? "" : subject + ": ")\(refusal.reason)"
    }
}
