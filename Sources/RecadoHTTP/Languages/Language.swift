// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A language that a service speaks, by its tag (RFC 5646): `es`, `pt-BR`.
public struct Language: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The tag as it was written, such as `pt-BR`.
    public let tag: String

    /// Creates a language from its tag.
    public init(_ tag: String) {
        self.tag = tag
    }

    /// Creates a language from its tag.
    public init(stringLiteral tag: String) {
        self.tag = tag
    }

    /// The tag as it was written.
    public var description: String { tag }

    /// True for languages with the same tag, regardless of upper and lower case.
    public static func == (one: Language, other: Language) -> Bool {
        one.tag.lowercased() == other.tag.lowercased()
    }

    /// Hashes the tag in lower case.
    public func hash(into hasher: inout Hasher) { hasher.combine(tag.lowercased()) }

    /// The language of the answer to the current request.
    ///
    /// The server chooses it from `Service.languages` before it calls the handler; `nil` if a
    /// service declares no languages.
    @TaskLocal public static var current: Language?
}

extension Language {
    /// Finds the language that a request prefers, by its Accept-Language (RFC 9110 §12.5.4).
    ///
    /// A language range in the field matches the same language, more specific languages and more
    /// general ones: `es` matches `es-AR`, and `es-AR` matches `es` (RFC 4647 §3.3.1, §3.4). If the
    /// client accepts none of the available languages, the first is used; no request is refused.
    ///
    /// - Parameters:
    ///   - available: The available languages, the preferred one first.
    ///   - fields: The fields of the request.
    /// - Returns: One of the languages; `nil` if there are none.
    public static func best(of available: [Language], for fields: Fields) -> Language? {
        guard fields.contains(.acceptLanguage) else { return available.first }
        let accepted = QualityValues(fields[list: .acceptLanguage])
        var best: (language: Language, quality: Quality)?
        for language in available {
            let quality = accepted.quality(ofGeneral: language)
            guard quality > best?.quality ?? .none else { continue }
            best = (language, quality)
        }
        return best?.language ?? available.first
    }
}

extension QualityValues {
    /// Returns the quality of the range that covers a language or, if there is none, the highest
    /// quality of a more specific range.
    fileprivate func quality(ofGeneral language: Language) -> Quality {
        let tag = language.tag.lowercased()
        // `*` applies only to languages that no other range describes.
        let isNamed = members.contains {
            $0.value == tag || tag.hasPrefix($0.value + "-") || $0.value.hasPrefix(tag + "-")
        }
        if isNamed {
            let special = members.filter { $0.value.hasPrefix(tag + "-") }.map(\.quality).max()
            let listed = members.contains { $0.value == tag || tag.hasPrefix($0.value + "-") }
            let general = listed ? quality(ofLanguage: tag) : nil
            return general ?? special ?? .none
        }
        return quality(of: "*") ?? .none
    }
}
