// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The handling of infinities and NaN, for which no format has numbers.
public struct NonFiniteStrategy: Sendable, Hashable {
    /// The texts for infinities and NaN, or `nil` if these are refused.
    private let texts: Texts?
    /// True if none of the texts begins with a digit, as numbers do.
    let areWords: Bool

    private struct Texts: Sendable, Hashable {
        let positive: String
        let negative: String
        let nan: String
    }

    private init(texts: Texts?) {
        self.texts = texts
        let all = texts.map { [$0.positive, $0.negative, $0.nan] } ?? []
        areWords = !all.contains { $0.utf8.first.map { $0 &- 0x30 < 10 } ?? false }
    }

    /// Writing an infinity or NaN is an error, and no text is read as one.
    public static let refuse = NonFiniteStrategy(texts: nil)

    /// The words of XML Schema (§3.3.5): `INF`, `-INF` and `NaN`.
    public static let xmlSchema = texts(positive: "INF", negative: "-INF", nan: "NaN")

    /// Creates a strategy with texts that represent infinities and NaN.
    ///
    /// - Parameters:
    ///   - positive: The text for positive infinity.
    ///   - negative: The text for negative infinity.
    ///   - nan: The text for NaN.
    /// - Returns: The strategy.
    public static func texts(
        positive: String = "Infinity",
        negative: String = "-Infinity",
        nan: String = "NaN"
    ) -> NonFiniteStrategy {
        NonFiniteStrategy(texts: Texts(positive: positive, negative: negative, nan: nan))
    }

    /// Returns the text for infinity or NaN, or `nil` if these are refused.
    func text(for number: Double) -> String? {
        texts.map { number.isNaN ? $0.nan : number < 0 ? $0.negative : $0.positive }
    }

    /// Returns the infinity or NaN that a text represents, or `nil` for any other text.
    func value(_ text: String) -> Double? {
        guard let texts else { return nil }
        if text.hasSameBytes(as: texts.positive) { return .infinity }
        if text.hasSameBytes(as: texts.negative) { return -.infinity }
        return text.hasSameBytes(as: texts.nan) ? .nan : nil
    }
}
