// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Language {
    /// The language of the framework's own texts for the current request, if its service declares
    /// no languages; `nil` means English.
    @TaskLocal package static var ofFrameworkTexts: Language?

    /// Returns the language that a request prefers for the framework's own texts.
    ///
    /// - Parameter fields: The fields of the request.
    /// - Returns: Spanish; `nil` for English.
    package static func ofFrameworkTexts(for fields: Fields) -> Language? {
        guard fields.contains(.acceptLanguage),
            let best = best(of: ["en", "es"], for: fields), best == "es"
        else { return nil }
        return best
    }

    /// Returns a binding of the framework's language for answering one request, if one is needed.
    ///
    /// A handler may make the request while it answers another one in a different language; the
    /// binding then replaces that language.
    ///
    /// A request without an Accept-Language field keeps the language that is already bound. That
    /// language is right in each case: before a request, a server has bound none; a handler that
    /// passes a request on answers its own caller, whose language is bound; and transports use
    /// ``Binding/none``. Such a request also saves the 300 instructions of reading a preference.
    ///
    /// - Parameter fields: The fields of the request.
    /// - Returns: The binding; `nil` if the language is already bound, and for a request without an
    ///   Accept-Language field.
    package static func binding(for fields: Fields) -> Binding? {
        guard fields.contains(.acceptLanguage) else { return nil }
        let language = ofFrameworkTexts(for: fields)
        return ofFrameworkTexts != language || current != nil ? Binding(language: language) : nil
    }

    /// A binding of the language of the framework's own texts for one request.
    ///
    /// If a handler makes this request while it answers another, the binding replaces the other's
    /// language.
    package struct Binding: Sendable {
        fileprivate let language: Language?

        /// A binding of no language, for a request that is handled as if it had come over a
        /// network.
        package static let none = Binding(language: nil)

        /// Runs the synchronous part of answering a request while the language is bound.
        package func begin<Result>(_ body: () -> Result) -> Result {
            Language.$ofFrameworkTexts.withValue(language) {
                Language.$current.withValue(nil, operation: body)
            }
        }

        /// Runs the asynchronous part of answering a request while the language is bound.
        package func finish<Result>(_ body: () async -> Result) async -> Result {
            await Language.$ofFrameworkTexts.withValue(language) {
                await Language.$current.withValue(nil) { await body() }
            }
        }
    }

    /// Chooses between a text in English and one in Spanish, the languages of the framework's own
    /// texts.
    ///
    /// Spanish is chosen if the request prefers it, and the service speaks it or declares no
    /// languages.
    ///
    /// - Parameters:
    ///   - english: The text in English.
    ///   - spanish: The text in Spanish.
    /// - Returns: `spanish` or `english`.
    public static func words(
        _ english: @autoclosure () -> String,
        es spanish: @autoclosure () -> String
    ) -> String {
        guard let chosen = current ?? ofFrameworkTexts, chosen.tag.lowercased().prefix(2) == "es",
            chosen.tag.utf8.count == 2 || chosen.tag.utf8.dropFirst(2).first == UInt8(ascii: "-")
        else { return english() }
        return spanish()
    }
}
