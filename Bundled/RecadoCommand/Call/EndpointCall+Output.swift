// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// Writes the output of a call.
extension EndpointCall {
    /// Returns the text of an answer: the requested format, or else a table or card on a terminal
    /// and JSON elsewhere.
    func text(
        of response: TypedResponse<E.Output>,
        in format: Format?,
        on terminal: Terminal
    ) throws(CommandError) -> String {
        do {
            if let format {
                let text = String(decoding: try format.encode(response.output).bytes, as: UTF8.self)
                guard terminal.isInteractive else {
                    return text.utf8.last == 0x0A ? text : text + "\n"
                }
                return text.unicodeScalars.split(separator: "\n")
                    .map { DisplayText.clean(String($0)) + "\n" }
                    .joined()
            }
            var json = JSON()
            json.isPretty = true
            let bytes = try json.encode(response.output)
            let text = String(decoding: bytes, as: UTF8.self) + "\n"
            guard terminal.isInteractive || columns != nil else { return text }
            let value = try json.value(from: bytes)
            guard let shown = try shown(value, on: terminal) else {
                return terminal.isInteractive ? DisplayText.escaped(text) : text
            }
            return terminal.isInteractive ? shown + note(on: value, response) : shown
        } catch let failure as CommandError {
            throw failure
        } catch {
            throw CommandError(code: 5, "the answer cannot be shown: \(error)")
        }
    }

    /// The columns that the user selected; `nil` for all columns.
    private var columns: [String]? {
        arguments[CallCommand.columns].map { names in
            names.split(separator: ",").map { name in
                String(name.trimmingPrefix(" "))
            }
        }
    }

    /// Returns a list as a table or an object as a card; `nil` for other values, or if JSON is
    /// requested.
    func shown(_ value: Value, on terminal: Terminal) throws(CommandError) -> String? {
        if let columns {
            try Self.check(columns, in: value)
            let list = value.arrayValue == nil ? Value.array([value]) : value
            return Table(list, columns: columns)?.text(width: terminal.tableWidth)
        }
        guard !arguments.contains(CallCommand.json), arguments[CallCommand.format] == nil else {
            return nil
        }
        if case .object(let object) = value { return Card(object).text(width: terminal.width) }
        return Table(value)?.text(width: terminal.width)
    }

    /// Throws an error for a column that no element of a list has.
    private static func check(_ columns: [String], in value: Value) throws(CommandError) {
        let entries = (value.arrayValue ?? [value]).compactMap(\.objectValue)
        guard let first = entries.first else { return }
        for column in columns {
            let isThere = entries.contains { entry in
                entry[column] != nil || Value.object(entry)[path: CodingPath(column)] != nil
            }
            guard !isThere else { continue }
            let known = first.keys.map(DisplayText.clean).joined(separator: ", ")
            throw .usage("--columns: there is no “\(DisplayText.clean(column))”; there is \(known)")
        }
    }

    /// Returns the requested format of the output; `nil` for JSON.
    func format() throws(CommandError) -> Format? {
        guard let name = arguments[CallCommand.format], name != "json" else { return nil }
        guard columns == nil else { throw .usage("--columns and --format exclude each other") }
        guard !arguments.contains(CallCommand.json) else {
            throw .usage("--json and --format exclude each other")
        }
        let formats = E.isStream ? [.json] : E.responseFormats
        guard let format = formats.first(where: { $0.pathExtension == name }) else {
            let known = formats.map(\.pathExtension).joined(separator: ", ")
            throw .usage("--format is one of \(known), not “\(DisplayText.clean(name))”")
        }
        return format
    }

    /// Returns a note if a list has more elements than the answer contains; otherwise an empty
    /// text.
    private func note(on value: Value, _ response: TypedResponse<E.Output>) -> String {
        guard let shown = value.arrayValue?.count,
            let total = response.fields["X-Total-Count"].flatMap({ Int($0) }),
            total > shown
        else { return "" }
        let hasPages = options.options.contains { $0.name == "page" }
        let text: LocalizedText =
            hasPages ? "\(shown) of \(total); --page shows others" : "\(shown) of \(total)"
        return "\n\(text)\n"
    }

    // MARK: - Heads

    /// Writes the status and the header fields, if requested.
    func showHead(
        _ status: Status,
        _ fields: Fields?,
        on terminal: Terminal
    ) throws(CommandError) {
        guard arguments.contains(CallCommand.headers) else { return }
        let lines = ["\(status)"] + (fields ?? [:]).map { "\($0.name): \($0.value)" }
        try terminal.write(lines.map { DisplayText.clean($0) + "\n" }.joined() + "\n")
    }

    /// Writes the content of an error answer, if it is text.
    func showContent(
        of error: CallError<E.Failure>,
        on terminal: Terminal
    ) throws(CommandError) {
        guard let text = String(validating: error.content, as: UTF8.self), !text.isEmpty else {
            return
        }
        try terminal.write(DisplayText.escaped(text) + (text.hasSuffix("\n") ? "" : "\n"))
    }
}
