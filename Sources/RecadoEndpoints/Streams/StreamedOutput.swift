// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
package import RecadoHTTP

/// An output that is sent piece by piece, as it becomes available.
package protocol StreamedOutput: Codable, Sendable {
    /// The type of the elements, whose schema appears in OpenAPI documents.
    associatedtype Element: Codable & Sendable

    /// True if the output reports events as they happen and does not end by itself.
    static var isLive: Bool { get }

    /// Returns the formats in which the output is sent, the preferred one first.
    ///
    /// - Parameter formats: The formats of the endpoint; their options, such as those of JSON, are
    ///   used.
    /// - Returns: The formats.
    static func formats(among formats: [Format]) -> [Format]

    /// Returns the content, which requests elements no faster than the client accepts them.
    func content(in format: Format) -> Content
}

extension Endpoint where ResponseFormatsMember == [Format] {
    /// The formats in which answers are sent, the preferred one first: the formats of the stream,
    /// or the members of ``formats`` that can be used for answers.
    public static var responseFormats: [Format] {
        (Output.self as? any StreamedOutput.Type)?.formats(among: formats) ?? formats.forAnswers
    }
}

extension [Format] {
    /// The endpoint's JSON format; JSON with default options if it has none.
    var json: Format { first { $0 == .json } ?? .json }
}

/// The message of the error for an attempt to encode or decode a stream as a single value.
enum StreamCoding {
    static func refuse(_ type: Any.Type) -> String {
        "\(type) is a stream, whose elements are read and written one by one"
    }
}
