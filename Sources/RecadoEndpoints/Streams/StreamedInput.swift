// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
package import RecadoHTTP

/// Content of a request that is read while it arrives.
package protocol StreamedInput: Codable, Sendable {
    /// A value without content, with which an endpoint is recorded.
    static var sample: Self { get }

    /// The schema of its elements.
    static func schema(with recorder: SchemaRecorder) throws -> Schema

    /// The formats in which it is sent, the preferred one first; `nil` for any media type.
    ///
    /// - Parameter formats: The formats of the endpoint, whose options are used, such as those
    ///   of JSON.
    /// - Returns: The formats.
    static func formats(among formats: [Format]) -> [Format]?

    /// Creates content that has begun to arrive.
    init(reading stream: IncomingStream)

    /// The content to be sent, and the value of its Content-Type.
    func content(among formats: [Format]) -> (content: Content, fieldValue: String)
}

/// The content of a request that has begun to arrive.
package struct IncomingStream: Sendable {
    /// The content; the errors that it throws are `ProblemDetails`.
    let content: Content
    let mediaType: MediaType?
    let format: Format
    /// The schema that elements are checked against, once it is known.
    var schema = PreparedSchema.any

    /// Creates the content of a request.
    ///
    /// - Parameters:
    ///   - content: The content; the errors that it throws are `ProblemDetails`.
    ///   - mediaType: Its media type.
    ///   - format: Its format.
    package init(_ content: Content, mediaType: MediaType?, format: Format) {
        self.content = content
        self.mediaType = mediaType
        self.format = format
    }
}

extension EndpointLayout.Input {
    /// The formats in which the content is read, the preferred one first; `nil` for any media type.
    package func formats(among formats: [Format]) -> [Format]? {
        guard let streamed else { return formats }
        return streamed.formats(among: formats)
    }
}

/// The JSON formats for several values.
enum ElementFormats {
    /// Lines, text sequences and arrays, with the options of an endpoint's JSON.
    static func all(among formats: [Format]) -> [Format] {
        let json = formats.json
        return [
            json.sent(as: .jsonLines, ending: "jsonl"),
            json.sent(as: .newlineDelimitedJSON, ending: "ndjson"),
            json.sent(as: .jsonTextSequence, ending: "json-seq"), json,
        ]
    }

    /// The scanner of the elements in content of a format.
    static func scanner(of format: Format) -> any RecordScanner<JSON.Record> {
        if format == .json { return JSON.ElementScanner() }
        return format.mediaType == .jsonTextSequence ? JSON.SequenceScanner() : JSON.LineScanner()
    }

    /// The content in which elements are sent.
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
            // Pretty-printed JSON has several lines; blanks are equivalent to line ends between
            // tokens, and line ends cannot occur within one.
            return bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + [0x0A]
        }
        return Content(reading: FeedSource(elements, framing))
    }
}

/// Optional content.
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
