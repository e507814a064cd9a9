// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// The details of a title that the table of all titles lacks, such as the plots.
struct TitleDetails: Sendable {
    private let rated: String
    private let released: String
    private let writer: String
    private let awards: String
    private let short: String
    private let full: String

    /// The details, by the titles' identifiers at IMDb.
    static let all: [String: TitleDetails] = {
        let lines = text.split(separator: "\n").map(String.init)
        var all: [String: TitleDetails] = [:]
        for start in stride(from: 0, to: lines.count - 2, by: 3) {
            let fields = lines[start].split(separator: "|").map(String.init)
            guard fields.count == 5 else { continue }
            all["tt" + fields[0]] = TitleDetails(
                rated: fields[1],
                released: fields[2],
                writer: fields[3],
                awards: fields[4],
                short: lines[start + 1],
                full: lines[start + 2]
            )
        }
        return all
    }()

    /// Copies the details into a record, with the short plot.
    func apply(to record: inout TitleRecord) {
        record.rated = rated
        record.released = released
        record.writer = writer
        record.awards = awards
        record.plot = short
    }

    /// Returns the full plot of a title; `nil` if there is none.
    static func fullPlot(of record: TitleRecord) -> String? {
        record.imdbID.flatMap { all[$0]?.full }
    }
}
