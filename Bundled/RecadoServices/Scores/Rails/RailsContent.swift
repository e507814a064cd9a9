// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoMultipart

/// The content of a request, with Rails' interpretation of its type.
struct RailsContent: Sendable {
    private let bytes: [UInt8]
    private let isPost: Bool
    /// The media type of Content-Type, without parameters and in lower case; `nil` if there is
    /// none.
    private let name: String?
    private let fieldValue: String?

    init(_ request: Request, _ bytes: [UInt8]) {
        self.bytes = bytes
        isPost = request.method == .post
        name = Self.typeName(request.fields)
        fieldValue = request.fields[.contentType]
    }

    /// Returns the media type of Content-Type, without parameters and in lower case.
    static func typeName(_ fields: Fields) -> String? {
        guard let text = fields[.contentType] else { return nil }
        var bytes = text.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
            .filter { $0 != 0x20 && $0 != 0x09 }
        // A longer text is not a valid media type. The empty text, which is not valid either,
        // replaces it.
        guard bytes.count <= 255 else { return "" }
        for index in bytes.indices where (0x41...0x5A).contains(bytes[index]) {
            bytes[index] |= 0x20
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// True if the type is a valid media type, or if none was given.
    var hasType: Bool { name.map { RailsType.isName($0) } ?? true }

    /// The type of the content; `nil` if it is missing or unknown.
    var type: RailsType? { name.flatMap { RailsType(name: $0) } }

    private var isForm: Bool {
        name == "application/x-www-form-urlencoded" || (isPost && name == nil)
    }

    private var isMultipart: Bool {
        ["multipart/form-data", "multipart/related", "multipart/mixed"].contains(name ?? "")
    }

    /// Returns the parameters of a form; `nil` for other content, and for a form that cannot be
    /// read.
    func form() async -> Parameter? {
        if isMultipart { return await multipart() }
        guard isForm else { return nil }
        // Old browsers append a NUL.
        let text = bytes.last == 0 ? bytes.dropLast() : bytes[...]
        return try? .form(Array(text), separatedBy: [UInt8(ascii: "&")])
    }

    private func multipart() async -> Parameter? {
        guard !bytes.isEmpty else { return .map([:]) }
        guard let mediaType = fieldValue.flatMap({ MediaType($0) }),
            let parts = try? Multipart.parts(of: Content(bytes), mediaType: mediaType)
        else { return nil }
        var parameter = Parameter.map([:])
        do {
            for try await part in parts {
                var content: [UInt8] = []
                for try await piece in part.content { content += piece }
                guard let name = part.name else { continue }
                guard part.filename == nil else {
                    try parameter.add(name, .map(["filename": .text(part.filename ?? "")]))
                    continue
                }
                guard let text = String(validating: content, as: UTF8.self) else { return nil }
                try parameter.add(name, .text(text))
            }
        } catch {
            return nil
        }
        return parameter
    }

    /// Returns the parameters of the content, according to its type.
    ///
    /// - Parameter form: The parameters of a form, if they have been read already.
    /// - Returns: A map.
    /// - Throws: `Unreadable` for content that cannot be read.
    func parameters(_ form: Parameter?) throws(Unreadable) -> Parameter {
        if isForm || isMultipart {
            guard let form else { throw Unreadable() }
            return form
        }
        guard !bytes.isEmpty else { return .map([:]) }
        switch type {
        case .json: return try .json(bytes)
        case .xml: return try .xml(bytes)
        default: return .map([:])
        }
    }
}
