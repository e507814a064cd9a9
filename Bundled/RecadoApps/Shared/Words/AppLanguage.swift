// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A language of the apps.
public enum AppLanguage: String, Sendable, Hashable, CaseIterable {
    /// Spanish, the main language of the course documents that the apps follow.
    case spanish = "es"
    /// English.
    case english = "en"

    /// The language tag (BCP 47).
    public var tag: String { rawValue }

    /// The name of the language in the language itself.
    public var name: String {
        switch self {
        case .spanish: "Español"
        case .english: "English"
        }
    }

    /// Returns the words in this language.
    ///
    /// - Parameters:
    ///   - spanish: The words in Spanish.
    ///   - english: The words in English.
    /// - Returns: The words in this language.
    public func callAsFunction(
        _ spanish: @autoclosure () -> String,
        en english: @autoclosure () -> String
    ) -> String {
        switch self {
        case .spanish: spanish()
        case .english: english()
        }
    }

    /// Returns the words of a phrase in this language.
    public func callAsFunction(_ phrase: Phrase) -> String {
        self(phrase.spanish, en: phrase.english)
    }

    /// Returns the language that a request prefers; Spanish if it states no preference.
    static func best(for fields: Fields) -> AppLanguage {
        let languages = allCases.map { Language($0.tag) }
        return Language.best(of: languages, for: fields).flatMap { Self(rawValue: $0.tag) }
            ?? .spanish
    }
}

/// Words in every language of the apps.
public struct Phrase: Sendable, Hashable {
    /// The words in Spanish.
    public let spanish: String
    /// The words in English.
    public let english: String

    /// Creates a phrase.
    ///
    /// - Parameters:
    ///   - spanish: The words in Spanish.
    ///   - english: The words in English.
    public init(_ spanish: String, en english: String) {
        self.spanish = spanish
        self.english = english
    }
}
