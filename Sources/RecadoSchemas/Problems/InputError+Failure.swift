// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
import RecadoHTTP

extension InputError {
    /// Creates the description of content that could not be read.
    ///
    /// - Parameter failure: The reason.
    package init(of failure: CodingError) {
        self.init(at: .content(failure.pointer), failure)
    }

    /// Creates the description of an input that could not be decoded as its type.
    ///
    /// - Parameters:
    ///   - place: The place of the input.
    ///   - failure: The error that the type or the format threw while decoding.
    ///   - schema: The schema of the input, if it is known.
    ///   - isNegative: True if the input is a number below zero, so that a number out of range is
    ///     too small rather than too large.
    init(
        at place: Location,
        _ failure: CodingError,
        as schema: Schema? = nil,
        isNegative: Bool = false
    ) {
        if let words = failure.wordsOfModel {
            self.init(at: place, code: failure.word, detail: words)
        } else if failure.code == .outOfRange {
            let isWhole = schema?.kind == .integer
            let words = isNegative ? Self.largerNumber : Self.smallerNumber
            self.init(
                at: place,
                code: isNegative ? "minimum" : "maximum",
                detail: isWhole ? words : failure.sentence
            )
        } else if let words = schema?.format.flatMap(Self.expectation) {
            self.init(at: place, code: "format", detail: words)
        } else {
            self.init(at: place, code: failure.word, detail: failure.sentence)
        }
    }

    private static var largerNumber: String {
        Language.words("Expected a larger number.", es: "Se esperaba un número mayor.")
    }

    private static var smallerNumber: String {
        Language.words("Expected a smaller number.", es: "Se esperaba un número menor.")
    }

    /// Returns the sentence that describes the expected form of a text with a format.
    private static func expectation(of format: String) -> String? {
        switch format {
        case "date-time":
            Language.words(
                "Expected a time such as 2026-09-24T08:15:13Z.",
                es: "Se esperaba un instante como 2026-09-24T08:15:13Z."
            )
        case "uuid": Language.words("Expected a UUID.", es: "Se esperaba un UUID.")
        case "uri": Language.words("Expected an address.", es: "Se esperaba una dirección.")
        case "byte":
            Language.words("Expected bytes in Base64.", es: "Se esperaban bytes en Base64.")
        default: nil
        }
    }
}

extension CodingError {
    /// The code for an input that was refused with this error.
    fileprivate var word: String {
        switch code {
        case .typeMismatch, .valueNotFound: "type"
        case .keyNotFound: "required"
        default: "invalid"
        }
    }

    /// The message of the model's own decoding code, as a sentence of at most 200 characters; `nil`
    /// if there is none.
    var wordsOfModel: String? {
        let words = Self.sentence(detail ?? "")
        return words.isEmpty ? nil : words
    }

    /// The message as a sentence.
    ///
    /// If the model's code threw an error of its own type, the sentence is a general one, because
    /// the text of such an error is not sent to callers.
    fileprivate var sentence: String {
        guard underlying == nil else {
            return Language.words("The value was refused.", es: "Se rechazó el valor.")
        }
        return Self.sentence(message)
    }

    /// Returns a text as a sentence of at most 200 characters.
    static func sentence(_ words: String) -> String {
        var text = Substring(printable(words))
        while let last = text.last, last.isWhitespace { text.removeLast() }
        text = text.drop(while: \.isWhitespace)
        guard let first = text.first, let last = text.last else { return "" }
        let isWhole = ".!?…".contains(last)
        return first.uppercased() + text.dropFirst() + (isWhole ? "" : ".")
    }
}
