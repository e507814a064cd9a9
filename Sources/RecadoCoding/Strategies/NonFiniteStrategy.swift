// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The treatment of infinities and NaN, for which no format has numbers.
public struct NonFiniteStrategy: Sendable, Hashable {
    /// The texts that stand for them, or `nil` where they are refused.
    private let texts: Texts?
    /// Whether none of the texts begins with a digit, as numbers do.
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

    /// They are an error on writing, and nothing is read as one.
    public static let refuse = NonFiniteStrategy(texts: nil)

    /// The words of XML Schema (§3.3.5): `INF`, `-INF` and `NaN`.
    public static let xmlSchema = texts(positive: "INF", negative: "-INF", nan: "NaN")

    /// Texts stand for them.
    ///
    /// - Parameters:
    ///   - positive: Positive infinity.
    ///   - negative: Negative infinity.
    ///   - nan: Not a number.
    /// - Returns: The strategy.
    public static func texts(
        positive: String = "Infinity",
        negative: String = "-Infinity",
        nan: String = "NaN"
    ) -> NonFiniteStrategy {
        NonFiniteStrategy(texts: Texts(positive: positive, negative: negative, nan: nan))
    }

    /// The text that stands for a number that is not finite, or `nil` where there is none.
    func text(for number: Double) -> String? {
        texts.map { number.isNaN ? $0.nan : number < 0 ? $0.negative : $0.positive }
    }

    /// The number that a text stands for, or `nil`.
    func value(_ text: String) -> Double? {
        guard let texts else { return nil }
        if text.hasSameBytes(as: texts.positive) { return .infinity }
        if text.hasSameBytes(as: texts.negative) { return -.infinity }
        return text.hasSameBytes(as: texts.nan) ? .nan : nil
    }
}
