// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// The descriptions of weather conditions in a language that OpenWeatherMap has a code for.
///
/// English and Spanish have a description for each condition. Some languages have a description for
/// each group; all others use English.
struct ConditionWords: Sendable {
    private enum Wording {
        case full([Int: String])
        /// The descriptions, by icon.
        case grouped([String: String])
    }

    private let wording: Wording

    /// Creates the descriptions for a language code; English if the code is missing or unknown.
    init(language: String?) {
        // `sp` is the old code of Spanish, and codes like `pt_br` are recognized by the part before
        // the underscore.
        let code = language.map { String($0.lowercased().prefix { $0 != "_" && $0 != "-" }) }
        switch code {
        case "es", "sp": wording = .full(Self.spanish)
        case "sv": wording = Self.others["se"].map(Wording.grouped) ?? .full(Self.english)
        default:
            wording = code.flatMap { Self.others[$0] }.map(Wording.grouped) ?? .full(Self.english)
        }
    }

    /// Returns the description of a condition.
    func description(of id: Int) -> String {
        switch wording {
        case .full(let words): words[id] ?? ConditionGroup.name(of: id).lowercased()
        case .grouped(let words):
            words[ConditionGroup.icon(of: id)] ?? ConditionGroup.name(of: id).lowercased()
        }
    }

    // MARK: - Tables

    private static let icons = ["01", "02", "03", "04", "09", "10", "11", "13", "50"]
    private static let english = column(1)
    private static let spanish = column(2)

    private static func column(_ number: Int) -> [Int: String] {
        var words: [Int: String] = [:]
        for line in conditions.split(separator: "\n") {
            let fields = line.split(separator: "|")
            guard fields.count > number, let id = Int(fields[0]) else { continue }
            words[id] = String(fields[number])
        }
        return words
    }

    private static let others: [String: [String: String]] = {
        var languages: [String: [String: String]] = [:]
        for line in groups.split(separator: "\n") {
            let fields = line.split(separator: "|").map(String.init)
            guard let code = fields.first else { continue }
            languages[code] = Dictionary(zip(icons, fields.dropFirst())) { first, _ in first }
        }
        return languages
    }()
}
