// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP
public import RecadoMultipart

/// A format in which content travels, such as JSON.
public struct Format: Sendable, Hashable {
    /// The properties of a format, in a class because formats are copied with every call and
    /// request.
    private final class Traits: Sendable {
        let mediaType: MediaType
        let accepted: [MediaType]
        let pathExtension: String
        let fieldValue: String
        /// The media type as written in OpenAPI documents.
        let documentedType: String
        let isForAnswers: Bool
        let isForResources: Bool
        let coder: any FormatCoder

        init(
            _ mediaType: MediaType,
            _ accepted: [MediaType],
            _ pathExtension: String,
            _ isForAnswers: Bool,
            _ documentedType: String?,
            _ coder: any FormatCoder
        ) {
            self.mediaType = mediaType
            fieldValue = mediaType.description
            self.documentedType = documentedType ?? fieldValue
            self.accepted = accepted
            self.pathExtension = pathExtension
            self.isForAnswers = isForAnswers
            isForResources = coder is JSONAPI
            self.coder = coder
        }
    }

    private let traits: Traits

    init(
        _ mediaType: MediaType,
        also: [MediaType] = [],
        as ending: String,
        isForAnswers: Bool = true,
        documentedType: String? = nil,
        _ coder: any FormatCoder
    ) {
        traits = Traits(
            mediaType,
            [mediaType] + also,
            ending,
            isForAnswers,
            documentedType,
            coder
        )
    }

    /// The media type of content that is sent in the format.
    public var mediaType: MediaType { traits.mediaType }

    /// Every media type that this format reads, including ``mediaType``.
    public var accepted: [MediaType] { traits.accepted }

    /// The extension of a path that requests the format, without its dot: `json`.
    public var pathExtension: String { traits.pathExtension }

    /// The media type as written in Content-Type.
    package var fieldValue: String { traits.fieldValue }

    /// The media type as written in OpenAPI documents.
    package var documentedType: String { traits.documentedType }

    /// True if content is passed on as bytes without being parsed.
    package var isForBytes: Bool { coder is BytesFormat }

    /// The format for answers: the same format, except that XML replaces characters that it does
    /// not allow, because stored texts may contain such characters.
    package var forgiving: Format {
        guard var xml else { return self }
        xml.foreignCharacters = .replaced
        return Format(
            mediaType,
            also: accepted.filter { $0 != mediaType },
            as: pathExtension,
            isForAnswers: isForAnswers,
            documentedType: documentedType,
            xml
        )
    }

    /// True if answers can be sent in the format; false for forms.
    package var isForAnswers: Bool { traits.isForAnswers }

    /// True for JSON:API, whose content consists of resources.
    package var isForResources: Bool { traits.isForResources }

    private var coder: any FormatCoder { traits.coder }

    /// The coder of XML; `nil` for every other format.
    package var xml: XML? { coder as? XML }

    /// The options for reading values.
    var choices: DecodingChoices { coder.choices }

    /// JSON (RFC 8259).
    public static let json = Format(.json, as: "json", JSON())

    /// XML 1.0, with a child element for each member; the properties of `XML` describe the options.
    public static let xml = Format(.xml, also: [.textXML], as: "xml", XML())

    /// JSON with options other than the defaults, such as dates in seconds.
    ///
    /// Formats of the same media type are equal, whatever their options.
    ///
    /// - Parameter json: The options for reading and writing JSON.
    /// - Returns: The format.
    public static func json(_ json: JSON) -> Format { Format(.json, as: "json", json) }

    /// XML with options other than the defaults, such as the name of the root element.
    ///
    /// Formats of the same media type are equal, whatever their options.
    ///
    /// - Parameter xml: The options for reading and writing XML.
    /// - Returns: The format.
    public static func xml(_ xml: XML) -> Format {
        Format(.xml, also: [.textXML], as: "xml", xml)
    }

    /// URL-encoded forms, as HTML pages send them (WHATWG URL §5); answers are never sent as forms.
    public static let form = Format(.form, as: "form", isForAnswers: false, URLEncodedForm())

    /// URL-encoded forms with a given notation of lists, which is `a[]=1&a[]=2` by default.
    ///
    /// - Parameter lists: The notation of lists.
    /// - Returns: The format.
    public static func form(lists: URLEncodedForm.ArrayStyle) -> Format {
        var form = URLEncodedForm()
        form.arrays = lists
        return Format(.form, as: "form", isForAnswers: false, form)
    }

    /// Forms with files, as HTML pages send them (RFC 7578); answers are never sent as forms.
    ///
    /// A file is a member of the type `FormFile`.
    public static let multipart = Format(
        .multipartForm,
        as: "multipart",
        isForAnswers: false,
        MultipartForm()
    )

    /// Forms with files, with options other than the defaults, such as limits and the destination
    /// of files.
    ///
    /// - Parameter form: The options for reading and writing forms.
    /// - Returns: The format.
    public static func multipart(_ form: MultipartForm) -> Format {
        Format(.multipartForm, as: "multipart", isForAnswers: false, form)
    }

    /// The coder of forms with files; `nil` for every other format.
    package var multipartForm: MultipartForm? { coder as? MultipartForm }

    /// Returns a format that has the same encoding under another media type.
    package func sent(as mediaType: MediaType, ending: String) -> Format {
        Format(mediaType, as: ending, coder)
    }

    /// True if content of a media type is read in this format.
    ///
    /// Parameters such as `charset` are ignored. A suffix is sufficient: `application/hal+json`
    /// is JSON.
    package func reads(_ type: MediaType) -> Bool {
        if isForBytes, let range = documentedType.firstRange(of: "/*") {
            let kind = documentedType[..<range.lowerBound]
            return kind == "*" || kind.lowercased() == type.type.lowercased()
        }
        return accepted.contains { $0.essence == type.essence } || type.suffix == pathExtension
    }

    /// Returns the path in the content at which a value of the given type is found by default.
    package func root(of type: Any.Type) -> CodingPath { coder.root(of: type) }

    /// Parses content; its media type may add information, such as a `charset` or a `boundary`.
    package func document(
        from bytes: [UInt8],
        mediaType: MediaType? = nil
    ) throws(CodingError) -> Document {
        try coder.document(from: bytes, mediaType: mediaType)
    }

    /// Parses content that a client sent; a JSON:API document must follow every rule for names
    /// and members.
    package func received(
        _ bytes: [UInt8],
        mediaType: MediaType? = nil
    ) throws(CodingError) -> Document {
        guard isForResources, var resources = coder as? JSONAPI else {
            return try document(from: bytes, mediaType: mediaType)
        }
        resources.isStrict = true
        return try resources.document(from: bytes)
    }

    /// Parses content that is read part by part.
    package func parts(
        of bytes: [UInt8],
        mediaType: MediaType? = nil
    ) throws(CodingError) -> DocumentParts {
        parts(of: try coder.document(from: bytes, mediaType: mediaType))
    }

    /// Returns the parts of content that was read in this format.
    package func parts(of document: Document) -> DocumentParts {
        DocumentParts(document, coder.choices, isOfResources: isForResources)
    }

    /// Reads content into a value.
    package func decode<T: Decodable>(
        _ type: T.Type,
        from bytes: [UInt8],
        mediaType: MediaType? = nil
    ) throws(CodingError) -> T {
        try coder.decode(type, from: bytes, mediaType: mediaType)
    }

    /// Decodes a value from a part of a document in the format.
    package func decode<T: Decodable>(
        _ type: T.Type,
        at part: Document.Cursor
    ) throws(CodingError) -> T {
        try part.decode(type, coder.choices)
    }

    /// Encodes a value as content.
    ///
    /// - Parameter value: The value.
    /// - Returns: The content, and the value of its Content-Type.
    /// - Throws: `CodingError` with the position of a value that the format cannot express.
    public func encode(
        _ value: some Encodable
    ) throws(CodingError) -> (bytes: [UInt8], fieldValue: String) {
        let (bytes, mediaType) = try traits.coder.content(of: value)
        return (bytes, mediaType?.description ?? fieldValue)
    }

    /// Encodes a value as the answer to a request; the request may determine links in the content.
    package func encode(
        _ value: some Encodable,
        answering request: Request
    ) throws(CodingError) -> [UInt8] {
        guard isForResources, let resources = coder as? JSONAPI else {
            return try encode(value).bytes
        }
        return try resources.encode(resources.document(of: value, answering: request))
    }

    /// Encodes the content of a request; the address of the request may identify the resource that
    /// is sent.
    package func encode(
        _ value: some Encodable,
        addressing identity: String?
    ) throws(CodingError) -> (bytes: [UInt8], fieldValue: String) {
        guard let resources = coder as? JSONAPI else { return try encode(value) }
        var document = try resources.document(of: value)
        document.identity = identity
        return (try resources.encode(document), fieldValue)
    }

    /// True if both formats are sent as the same media type.
    public static func == (one: Format, other: Format) -> Bool { one.mediaType == other.mediaType }

    /// Hashes the media type.
    public func hash(into hasher: inout Hasher) { hasher.combine(mediaType) }
}

extension [Format] {
    /// The formats that can be used for answers; JSON if there are none.
    package var forAnswers: [Format] {
        let formats = filter(\.isForAnswers)
        return formats.isEmpty ? [.json] : formats
    }

    /// Returns the format that reads content of a media type: a format of exactly this type has
    /// precedence over a format that matches only the suffix of the type.
    package func reading(_ type: MediaType) -> Format? {
        first { $0.accepted.contains { $0.essence == type.essence } } ?? first { $0.reads(type) }
    }

    /// The media types as the value of a field such as Accept.
    package var fieldValue: String { map(\.fieldValue).joined(separator: ", ") }
}
