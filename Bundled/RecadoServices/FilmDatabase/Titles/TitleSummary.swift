// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// Facts about a title that its row in the table of all titles lacks: the title in Spain, the plot
/// in one line, and the creators.
struct TitleSummary: Sendable {
    /// The title in Spain; `nil` if it is the same as the original title.
    let spanishTitle: String?
    /// The creators of a series; `nil` for films.
    let writer: String?
    /// The plot; `nil` if ``TitleDetails`` has one.
    let plot: String?

    /// The summaries, by the digits of the titles' identifiers at IMDb, or else by the titles.
    static let all: [String: TitleSummary] = {
        var all: [String: TitleSummary] = [:]
        for line in films.split(separator: "\n") {
            let fields = fields(of: line)
            guard fields.count == 3 else { continue }
            all[fields[0]] = TitleSummary(
                spanishTitle: known(fields[1]),
                writer: nil,
                plot: known(fields[2])
            )
        }
        for line in series.split(separator: "\n") {
            let fields = fields(of: line)
            guard fields.count == 4 else { continue }
            all[fields[0]] = TitleSummary(
                spanishTitle: known(fields[1]),
                writer: known(fields[2]),
                plot: known(fields[3])
            )
        }
        return all
    }()

    private static func fields(of line: Substring) -> [String] {
        line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }

    private static func known(_ text: String) -> String? { text.isEmpty ? nil : text }

    /// Returns the summary of a title; `nil` if there is none.
    static func of(_ record: TitleRecord) -> TitleSummary? {
        if let id = record.imdbID, id.hasPrefix("tt") { return all[String(id.dropFirst(2))] }
        return all[record.title]
    }

    /// Copies the facts into a record.
    func apply(to record: inout TitleRecord) {
        if let plot { record.plot = plot }
        if let writer { record.writer = writer }
    }
}
