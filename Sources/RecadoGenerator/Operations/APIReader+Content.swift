// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Reads the content of requests.
extension APIReader {
    /// The content under one media type.
    struct Media {
        let type: String
        let kind: MediaKind
        let place: DocumentPlace

        var schema: DocumentPlace? { place["schema"] }
    }

    /// Returns the content under each media type, in the order of the document.
    mutating func media(of place: DocumentPlace) throws(OpenAPIError) -> [Media] {
        var found: [Media] = []
        for (type, place) in place["content"]?.members ?? [] {
            let isStructured = try isStructured(place["schema"])
            found.append(
                Media(type: type, kind: MediaKind(type, isStructured: isStructured), place: place)
            )
        }
        return found
    }

    private mutating func isStructured(_ schema: DocumentPlace?) throws(OpenAPIError) -> Bool {
        guard let schema else { return false }
        let target = try documents.resolve(schema)
        if let known = structured[target.key] { return known }
        let isStructured = try Self.isStructured(target, documents)
        structured[target.key] = isStructured
        return isStructured
    }

    private static func isStructured(
        _ schema: DocumentPlace,
        _ documents: CountedDocuments
    ) throws(OpenAPIError) -> Bool {
        var schema = schema
        // The loop is limited, because a schema may refer back to itself.
        for _ in 0..<32 {
            switch try SchemaShape(try documents.resolve(schema), documents).kind {
            case .object, .map, .array, .union: return true
            case .same(let other): schema = other
            default: return false
            }
        }
        return false
    }

    mutating func readContent(
        of operation: inout ForeignOperation,
        _ place: DocumentPlace
    ) throws(OpenAPIError) {
        guard let body = place["requestBody"] else { return }
        let content = try documents.resolveWhole(body)
        let media = try media(of: content)
        guard let first = preferred(media) else { return }
        if ["GET", "HEAD"].contains(operation.method) {
            if try isEmpty(first.schema) { return }
            return leaveOut("content of a \(operation.method) request", &operation, body)
        }
        var input = ForeignInput(
            wrapper: "Body",
            name: "body",
            type: .any,
            isRequired: content.isTrue("required")
        )
        input.about = content.text("description") ?? ""
        try readType(of: &input, first, &operation)
        let same = media.filter { Self.isAlike($0, first) }
        let alike = same.filter { $0.kind == first.kind } + same.filter { $0.kind != first.kind }
        operation.formats = alike.map { Self.format(of: $0) }
        let declared = Set(alike.map { ExactText($0.type) })
        for other in media where !declared.contains(ExactText(other.type)) {
            // The other media type is accepted as bytes, so that the generated service still lists
            // it.
            operation.formats.append(MediaKind.bytes.format(of: other.type))
            leaveOut("content as \(other.type), which has another shape", &operation, other.place)
        }
        if case .multipart = first.kind { operation.contentLimit = 64 << 20 }
        if case .bytes = first.kind { operation.contentLimit = 64 << 20 }
        operation.inputs.append(input)
    }

    /// Returns the format of content as code; URL-encoded forms repeat the name of a list for each
    /// element, unless the description states `deepObject` for a member.
    private static func format(of media: Media) -> String {
        let isDeep = (media.place["encoding"]?.members ?? []).contains { _, encoding in
            encoding.text("style") == "deepObject"
        }
        if media.kind == .form, !isDeep { return ".form(lists: .repeats)" }
        return media.kind.format(of: media.type)
    }

    /// True if a schema has no members.
    private func isEmpty(_ schema: DocumentPlace?) throws(OpenAPIError) -> Bool {
        guard let schema else { return true }
        var parts = ObjectParts()
        try parts.add(schema, documents, depth: 0)
        return parts.members.isEmpty
    }

    private func preferred(_ media: [Media]) -> Media? {
        let order: [MediaKind] = [.json, .xml, .multipart, .form, .text, .lines, .bytes, .events]
        for kind in order {
            if let found = media.first(where: { $0.kind == kind }) { return found }
        }
        return nil
    }

    /// True if the contents of two media types have the same Swift type.
    private static func isAlike(_ one: Media, _ other: Media) -> Bool {
        let coded: Set<MediaKind> = [.json, .xml, .form, .multipart]
        if coded.contains(other.kind) {
            guard coded.contains(one.kind) else { return false }
            return one.type == other.type || one.schema?.value == other.schema?.value
                || one.schema?.value.objectValue?.isEmpty != false
        }
        return one.kind == other.kind
    }

    private mutating func readType(
        of input: inout ForeignInput,
        _ media: Media,
        _ operation: inout ForeignOperation
    ) throws(OpenAPIError) {
        switch media.kind {
        case .json, .xml, .form, .multipart:
            guard let schema = media.schema else { return }
            var context = SchemaReader.Context(name: "content", scope: [operation.name])
            context.name = "payload"
            context.isForm = media.kind == .multipart
            let use = try schemas.use(of: schema, context)
            input.type = use.required
            if !use.notes.isEmpty {
                input.about += (input.about.isEmpty ? "" : "\n") + use.notes.joined(separator: "\n")
            }
        case .text: input.type = .string
        case .bytes, .events: input.word = "ByteUpload"
        case .lines:
            input.word = "ByteUpload"
            operation.notes.append("The content is lines of JSON.")
        }
    }
}
