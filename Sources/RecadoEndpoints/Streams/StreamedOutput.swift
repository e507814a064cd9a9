// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
package import RecadoHTTP

/// An output that is sent piece by piece, while it comes into being.
package protocol StreamedOutput: Codable, Sendable {
    /// The type of its elements, whose shape stands in the documents.
    associatedtype Element: Codable & Sendable

    /// Whether it tells what happens now, so that it is of no use later.
    static var isLive: Bool { get }

    /// The formats in which it is sent, the preferred one first.
    ///
    /// - Parameter formats: Those of the endpoint, from which choices are
    ///   taken, such as those of JSON.
    /// - Returns: The formats.
    static func formats(among formats: [Format]) -> [Format]

    /// The content, which asks for elements no faster than the client takes them.
    func content(in format: Format) -> Content
}

extension Endpoint where AnswerFormatsMember == [Format] {
    /// The formats in which answers are sent, the preferred one first: those of the stream, or
    /// those of ``formats`` that are for answers.
    public static var answerFormats: [Format] {
        (Output.self as? any StreamedOutput.Type)?.formats(among: formats) ?? formats.forAnswers
    }
}

extension [Format] {
    /// The endpoint's format of JSON; the usual one if it has none.
    var json: Format { first { $0 == .json } ?? .json }
}

/// The message for streams that are coded as values.
enum StreamCoding {
    static func refuse(_ type: Any.Type) -> String {
        "\(type) is a stream, whose elements are read and written one by one"
    }
}
