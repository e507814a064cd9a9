// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A language that the command speaks.
enum SpokenLanguage: UInt8, Sendable, CaseIterable, AtomicRepresentable {
    case english
    case spanish

    private static let chosen = Atomic<SpokenLanguage>(.english)

    /// The language of this process: English until another one is chosen.
    static var current: SpokenLanguage { chosen.load(ordering: .relaxed) }

    /// Sets the language of all later messages.
    static func choose(_ language: SpokenLanguage) {
        chosen.store(language, ordering: .relaxed)
    }

    /// The language of a locale, such as `es_ES.UTF-8`; English for languages that the command does
    /// not support.
    init(locale: String) {
        let tag = locale.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }
        self = tag.lowercased() == "es" ? .spanish : .english
    }

    /// The language that the environment requests, by the POSIX variables in their order.
    static var ofEnvironment: SpokenLanguage {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let locale = Environment[name] { return SpokenLanguage(locale: locale) }
        }
        return .english
    }

    /// The tag for servers: `es`.
    var tag: String {
        switch self {
        case .english: "en"
        case .spanish: "es"
        }
    }
}
