// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A language in which the command writes its messages.
enum SpokenLanguage: UInt8, Sendable, CaseIterable, AtomicRepresentable {
    case english
    case spanish

    private static let chosen = Atomic<SpokenLanguage>(.english)

    /// The language of this process; English by default.
    static var current: SpokenLanguage { chosen.load(ordering: .relaxed) }

    /// Sets the language of this process for later messages.
    static func choose(_ language: SpokenLanguage) {
        chosen.store(language, ordering: .relaxed)
    }

    /// Creates the language of a locale such as `es_ES.UTF-8`; unsupported languages become
    /// English.
    init(locale: String) {
        let tag = locale.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }
        self = tag.lowercased() == "es" ? .spanish : .english
    }

    /// The language that the environment requests through the POSIX locale variables.
    static var ofEnvironment: SpokenLanguage {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let locale = Environment[name] { return SpokenLanguage(locale: locale) }
        }
        return .english
    }

    /// The language tag for Accept-Language, such as `es`.
    var tag: String {
        switch self {
        case .english: "en"
        case .spanish: "es"
        }
    }
}
