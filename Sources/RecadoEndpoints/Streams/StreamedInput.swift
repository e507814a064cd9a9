// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
package import RecadoHTTP

/// Content of a request that is read while it arrives.
package protocol StreamedInput: Codable, Sendable {
    /// A value without content, for recording the inputs of an endpoint.
    static var sample: Self { get }

    /// Returns the schema of the elements.
    static func schema(with recorder: SchemaRecorder) throws -> Schema

    /// Returns the formats in which the input is sent, the preferred one first; `nil` for any media
    /// type.
    ///
    /// - Parameter formats: The formats of the endpoint; their options, such as those of JSON, are
    ///   used.
    /// - Returns: The formats.
    static func formats(among formats: [Format]) -> [Format]?

    /// Creates content that has begun to arrive.
    init(reading stream: IncomingStream)

    /// Returns the content to be sent, and the value of its Content-Type.
    func content(among formats: [Format]) -> (content: Content, fieldValue: String)
}

/// The content of a request that has begun to arrive.
package struct IncomingStream: Sendable {
    /// The content; the errors that it throws are `ProblemDetails`.
    let content: Content
    let mediaType: MediaType?
    let format: Format
    /// The schema that elements are checked against; it allows any value until a reader sets it.
    var schema = PreparedSchema.any

    /// Creates the content of a request.
    ///
    /// - Parameters:
    ///   - content: The content; the errors that it throws are `ProblemDetails`.
    ///   - mediaType: The media type of the content.
    ///   - format: The format of the content.
    package init(_ content: Content, mediaType: MediaType?, format: Format) {
        self.content = content
        self.mediaType = mediaType
        self.format = format
    }
}

extension EndpointLayout.Input {
    /// Returns the formats in which the content is read, the preferred one first; `nil` for any
    /// media type.
    package func formats(among formats: [Format]) -> [Format]? {
        guard let streamed else { return formats }
        return streamed.formats(among: formats)
    }
}

/// The JSON formats for several values.
enum ElementFormats {
    /// Returns the formats for lines, text sequences and arrays, with the options of an endpoint's
    /// JSON.
    static func all(among formats: [Format]) -> [Format] {
        let json = formats.json
        return [
            json.sent(as: .jsonLines, ending: "jsonl"),
            json.sent(as: .newlineDelimitedJSON, ending: "ndjson"),
            json.sent(as: .jsonTextSequence, ending: "json-seq"), json,
        ]
    }

    /// Returns the scanner of the elements in content of a format.
    static func scanner(of format: Format) -> any RecordScanner<JSON.Record> {
        if format == .json { return JSON.ElementScanner() }
        return format.mediaType == .jsonTextSequence ? JSON.SequenceScanner() : JSON.LineScanner()
    }

    /// Returns content that consists of elements in one of the formats of ``all(among:)``.
    static func content<Elements: AsyncSequence & Sendable>(
        of elements: Elements,
        in format: Format
    ) -> Content where Elements.Element: Encodable & Sendable {
        let isArray = format == .json
        let isSequence = format.mediaType == .jsonTextSequence
        let framing = FeedFraming<Elements.Element>(
            beginning: isArray ? [UInt8(ascii: "[")] : [],
            end: isArray ? [UInt8(ascii: "]")] : []
        ) { element, isFirst in
            let bytes = try format.encode(element).bytes
            if isArray { return isFirst ? bytes : [UInt8(ascii: ",")] + bytes }
            // RFC 7464 §2.2: a separator before each value, and a line end after it.
            if isSequence { return [0x1E] + bytes + [0x0A] }
            // Pretty-printed JSON has several lines. Line ends become spaces, which are equivalent
            // between tokens; line ends cannot occur within a token.
            return bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + [0x0A]
        }
        return Content(reading: FeedSource(elements, framing))
    }
}

/// Content that may be missing.
extension Optional: StreamedInput where Wrapped: StreamedInput {
    package static var sample: Self { Wrapped.sample }

    package static func schema(with recorder: SchemaRecorder) throws -> Schema {
        try Wrapped.schema(with: recorder)
    }

    package static func formats(among formats: [Format]) -> [Format]? {
        Wrapped.formats(among: formats)
    }

    package init(reading stream: IncomingStream) {
        self = Wrapped(reading: stream)
    }

    package func content(among formats: [Format]) -> (content: Content, fieldValue: String) {
        self?.content(among: formats) ?? (.empty, MediaType.octetStream.description)
    }
}
