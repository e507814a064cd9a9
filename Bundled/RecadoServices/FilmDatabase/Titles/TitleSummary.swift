// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// Facts about a title in addition to its row in the table of all titles: its title in Spain, its
/// plot in one line, its creators.
struct TitleSummary: Sendable {
    /// The title in Spain; `nil` if it is the same.
    let spanishTitle: String?
    /// The creators of a series; `nil` for films.
    let writer: String?
    /// The plot; `nil` if ``TitleDetails`` has one.
    let plot: String?

    /// The summaries by the digits of the titles' numbers at IMDb, or by the titles themselves.
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

    /// The summary of a title of the table; `nil` for every other title.
    static func of(_ record: TitleRecord) -> TitleSummary? {
        if let id = record.imdbID, id.hasPrefix("tt") { return all[String(id.dropFirst(2))] }
        return all[record.title]
    }

    /// Completes a record.
    func apply(to record: inout TitleRecord) {
        if let plot { record.plot = plot }
        if let writer { record.writer = writer }
    }
}
