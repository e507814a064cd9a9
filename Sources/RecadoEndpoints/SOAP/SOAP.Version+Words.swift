// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension SOAP.Version {
    /// The namespace of the envelope.
    package var namespace: String {
        switch self {
        case .soap11: "http://schemas.xmlsoap.org/soap/envelope/"
        case .soap12: "http://www.w3.org/2003/05/soap-envelope"
        }
    }

    /// The media type of messages (SOAP 1.1 §6, SOAP 1.2 part 2 §7.1.4).
    package var mediaType: MediaType {
        switch self {
        case .soap11: .textXML
        case .soap12: .soap
        }
    }

    /// The URI of the encoding that SOAP itself defines, for the attribute `encodingStyle`.
    package var encoding: String {
        switch self {
        case .soap11: "http://schemas.xmlsoap.org/soap/encoding/"
        case .soap12: "http://www.w3.org/2003/05/soap-encoding"
        }
    }

    /// Creates the version whose messages have the given media type; `nil` if there is none.
    package init?(_ mediaType: MediaType) {
        let version = Self.allCases.first { $0.mediaType.essence == mediaType.essence }
        guard let version else { return nil }
        self = version
    }

    /// Returns the fields of a message; a call has an action, an answer has none.
    package func fields(action: String?) -> Fields {
        var fields = Fields()
        guard let action else {
            fields.append(contentType, to: .contentType)
            return fields
        }
        // Reserves storage for these fields and for those that a client adds.
        fields.reserve(6, bytes: 224)
        let quoted = Self.quoted(action)
        switch self {
        case .soap11:
            fields.append(contentType, to: .contentType)
            fields.append(plain: quoted.span, to: .soapAction)
        case .soap12:
            let type = Array((contentType + "; action=").utf8) + quoted
            fields.append(plain: type.span, to: .contentType)
        }
        return fields
    }

    /// The media type with the character encoding of written messages.
    private var contentType: String {
        switch self {
        case .soap11: "text/xml; charset=utf-8"
        case .soap12: "application/soap+xml; charset=utf-8"
        }
    }

    /// Returns the media type in the fields; the usual values are recognized without parsing.
    package static func mediaType(in fields: Fields) -> MediaType? {
        guard let text = fields[.contentType] else { return nil }
        return usualTypes.first { $0.text == text }?.type ?? MediaType(text)
    }

    private static let usualTypes = allCases.compactMap { version in
        MediaType(version.contentType).map { (text: version.contentType, type: $0) }
    }

    /// Returns an action in quotation marks, without inner quotation marks and backslashes, and
    /// with spaces in place of control characters.
    private static func quoted(_ action: String) -> [UInt8] {
        let mark = UInt8(ascii: "\"")
        let bytes = action.utf8Span.span
        var quoted = [mark]
        quoted.reserveCapacity(bytes.count + 2)
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == mark || byte == UInt8(ascii: "\\") { continue }
            quoted.append(FieldText.isControl(byte) ? 0x20 : byte)
        }
        quoted.append(mark)
        return quoted
    }

    /// Returns the action of a call, without its quotation marks; `nil` if it is missing or empty.
    package static func action(in fields: Fields) -> String? {
        let type = mediaType(in: fields)
        let value = type?.parameters["action"] ?? fields[.soapAction]
        guard var action = value?[...] else { return nil }
        if action.count > 1, action.hasPrefix("\""), action.hasSuffix("\"") {
            action = action.dropFirst().dropLast()
        }
        return action.isEmpty ? nil : String(action)
    }

    // MARK: - Writing

    /// Returns the text before the content of the body, with the given header blocks.
    ///
    /// The prefixes of namespaces are those that ASP.NET (ASMX) services use, because some clients
    /// expect them.
    package func opening(header: String = "") -> String {
        guard header.isEmpty else { return written(header: "<soap:Header>\(header)</soap:Header>") }
        return self == .soap11 ? Self.opening11 : Self.opening12
    }

    /// The openings without header blocks are created only once.
    private static let opening11 = SOAP.Version.soap11.written(header: "")
    private static let opening12 = SOAP.Version.soap12.written(header: "")

    private func written(header: String) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?><soap:Envelope \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
        xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap="\(namespace)">\
        \(header)<soap:Body>
        """
    }

    /// The text after the content of the body.
    package static let closing = "</soap:Body></soap:Envelope>"

    /// Returns a message around an element that has already been written.
    package func envelope(around content: [UInt8], header: String = "") -> [UInt8] {
        let opening = opening(header: header)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(opening.utf8.count + content.count + Self.closing.utf8.count)
        bytes += opening.utf8
        bytes += content
        bytes += Self.closing.utf8
        return bytes
    }
}

extension FieldName {
    /// The field with the action of a call (SOAP 1.1 §6.1.1).
    package static let soapAction: FieldName = "SOAPAction"
}
