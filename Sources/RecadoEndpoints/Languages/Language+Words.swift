// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Language {
    /// The language of the framework's own words for the present request, where its service
    /// declares none; English where it is `nil`.
    @TaskLocal package static var ofWords: Language?

    /// The language of the framework's own words that a request likes best.
    ///
    /// - Parameter fields: The fields of the request.
    /// - Returns: Spanish; `nil` for English.
    package static func ofWords(for fields: Fields) -> Language? {
        guard fields.contains(.acceptLanguage),
            let best = best(of: ["en", "es"], for: fields), best == "es"
        else { return nil }
        return best
    }

    /// Finds what has to be bound for a request to be answered in the language that it asks for,
    /// whatever another request has asked for that is being answered around it.
    ///
    /// A request without a wish costs no look at what is bound, which would be 300 instructions: a
    /// server binds nothing around it, a handler that passes it on does so for its own caller, and
    /// ``Binding/none`` is for transports.
    ///
    /// - Parameter fields: The fields of the request.
    /// - Returns: The language; `nil` where it is bound already, and for a request without a wish.
    package static func binding(for fields: Fields) -> Binding? {
        guard fields.contains(.acceptLanguage) else { return nil }
        let language = ofWords(for: fields)
        return ofWords != language || current != nil ? Binding(language: language) : nil
    }

    /// The language of the framework's own words for a request, which hides
    /// that of a request around it.
    package struct Binding: Sendable {
        fileprivate let language: Language?

        /// No language, as where a request has come over a network.
        package static let none = Binding(language: nil)

        /// Begins an answer in the language.
        package func begin<Result>(_ body: () -> Result) -> Result {
            Language.$ofWords.withValue(language) {
                Language.$current.withValue(nil, operation: body)
            }
        }

        /// Goes on with an answer that has to wait.
        package func finish<Result>(_ body: () async -> Result) async -> Result {
            await Language.$ofWords.withValue(language) {
                await Language.$current.withValue(nil) { await body() }
            }
        }
    }

    /// Chooses between words in English and in Spanish, which the framework's own words are in:
    /// Spanish where the request prefers it and the service speaks it or declares no languages.
    ///
    /// - Parameters:
    ///   - english: The words in English.
    ///   - spanish: The words in Spanish.
    /// - Returns: One of them.
    public static func words(
        _ english: @autoclosure () -> String,
        es spanish: @autoclosure () -> String
    ) -> String {
        guard let chosen = current ?? ofWords, chosen.tag.lowercased().prefix(2) == "es",
            chosen.tag.utf8.count == 2 || chosen.tag.utf8.dropFirst(2).first == UInt8(ascii: "-")
        else { return english() }
        return spanish()
    }
}
