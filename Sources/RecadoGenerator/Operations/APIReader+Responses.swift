// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// Reads the answers of operations.
extension APIReader {
    private struct StatusResponse {
        let status: String
        let place: DocumentPlace
        let media: [Media]

        var isSuccess: Bool { status.hasPrefix("2") }
    }

    mutating func readAnswers(
        of operation: inout ForeignOperation,
        _ place: DocumentPlace
    ) throws(OpenAPIError) {
        var answers: [StatusResponse] = []
        for (status, response) in place["responses"]?.members ?? [] where !status.hasPrefix("x-") {
            guard Self.isStatus(status) else {
                schemas.note("“\(status.prefix(100))” is no status", at: response)
                continue
            }
            let response = try documents.resolveWhole(response)
            try documents.budget.spend(members: 1, at: response)
            answers.append(
                StatusResponse(status: status, place: response, media: try media(of: response))
            )
        }
        var successes = answers.filter(\.isSuccess)
        if successes.isEmpty { successes = answers.filter { $0.status == "default" } }
        try readOutput(of: &operation, successes)
        let failures = answers.filter { answer in
            !successes.contains { $0.status == answer.status }
                && (answer.status == "default" || "45".contains(answer.status.prefix(1)))
        }
        try readFailures(of: &operation, failures)
        let named = Dictionary(operation.failures.map { ($0.status, $0) }) { first, _ in first }
        for answer in answers { try describe(answer, named[answer.status], of: &operation) }
        for answer in successes { try noteFields(of: &operation, answer.place) }
        if answers.isEmpty { operation.answers = [DescribedAnswer(status: "default", about: "")] }
    }

    /// True if a text is a status code, a class of status codes such as `4XX`, or `default`.
    private static func isStatus(_ text: String) -> Bool {
        if text == "default" { return true }
        let bytes = Array(text.utf8)
        guard bytes.count == 3, (0x31...0x35).contains(bytes[0]) else { return false }
        return bytes[1...].allSatisfy { (0x30...0x39).contains($0) }
            || bytes[1...].allSatisfy { $0 | 0x20 == 0x78 }
    }

    // MARK: - Output

    private mutating func readOutput(
        of operation: inout ForeignOperation,
        _ successes: [StatusResponse]
    ) throws(OpenAPIError) {
        var types: [(type: SwiftType?, word: String?)] = []
        var formats: [String] = []
        var seen: Set<ExactText> = []
        var mayBeEmpty = false
        for answer in successes {
            guard let first = preferred(answer.media) else {
                mayBeEmpty = true
                continue
            }
            let found = try output(first, "output", operation)
            if !types.contains(where: { $0.type == found.type && $0.word == found.word }) {
                types.append(found)
            }
            let kinds = answer.media.filter { $0.kind == first.kind }
            let others = answer.media.filter { $0.kind != first.kind }
            for media in kinds + others
            where media.kind == first.kind || Self.isDocument(media.kind, first.kind) {
                let format = media.kind.format(of: media.type)
                if seen.insert(ExactText(format)).inserted { formats.append(format) }
            }
        }
        guard let first = types.first else { return }
        if types.count > 1 {
            try unite(types, &operation)
        } else {
            operation.outputType = first.type
            operation.output = first.word ?? ""
        }
        if mayBeEmpty, let type = operation.outputType { operation.outputType = type.optional }
        operation.responseFormats = formats
        let code = successes.first { !$0.media.isEmpty }?.status ?? ""
        operation.success =
            ["201": "created", "202": "accepted", "203": nil, "206": "partialContent"][code] ?? nil
    }

    private static func isDocument(_ one: MediaKind, _ other: MediaKind) -> Bool {
        let coded: [MediaKind] = [.json, .xml]
        return coded.contains(one) && coded.contains(other)
    }

    private func preferred(_ media: [Media]) -> Media? {
        let order: [MediaKind] = [.json, .xml, .events, .lines, .text, .bytes, .multipart, .form]
        for kind in order {
            if let found = media.first(where: { $0.kind == kind }) { return found }
        }
        return nil
    }

    /// Returns the type for the content of an answer.
    private mutating func output(
        _ media: Media,
        _ name: String,
        _ operation: ForeignOperation
    ) throws(OpenAPIError) -> (type: SwiftType?, word: String?) {
        switch media.kind {
        case .json, .xml:
            return (try documentedType(media, name, operation), nil)
        case .text: return (.string, nil)
        case .bytes, .form, .multipart: return (.plain("Data"), nil)
        case .events, .lines:
            var element = SwiftType.any
            if let schema = media.schema {
                let context = SchemaReader.Context(name: "\(name) event", scope: [operation.name])
                element = try schemas.use(of: schema, context).required
            }
            if case .array(let inner) = element, media.kind == .lines { element = inner }
            let feed = media.kind == .events ? "EventFeed" : "ElementFeed"
            return (nil, "\(feed)<\(typeText(element))>")
        }
    }

    private func typeText(_ type: SwiftType) -> String {
        TypeText(schemas.declarations).text(of: type)
    }

    /// Declares an enum for successful answers with several types.
    private mutating func unite(
        _ types: [(type: SwiftType?, word: String?)],
        _ operation: inout ForeignOperation
    ) throws(OpenAPIError) {
        let known = types.compactMap(\.type)
        let name = schemas.names.nestedName("answer", in: [operation.name])
        var declaration = ModelDeclaration(
            name: name,
            schemaName: nil,
            scope: [operation.name],
            place: operation.place
        )
        declaration.about = "An answer of one of several shapes."
        let words = known.enumerated().map { index, type -> String in
            if case .model(let number) = type.withoutOptional {
                return schemas.declarations[number].name
            }
            return "option \(index + 1)"
        }
        let choices = zip(SwiftNames.caseNames(words), known).map { name, type in
            UnionChoice(name: name, type: type)
        }
        declaration.shape = .union(discriminator: nil, choices)
        let number = try schemas.reserve(declaration)
        operation.outputType = .model(number)
        operation.output = ""
    }

    // MARK: - Failures

    private mutating func readFailures(
        of operation: inout ForeignOperation,
        _ answers: [StatusResponse]
    ) throws(OpenAPIError) {
        let words = answers.map { answer -> String in
            switch answer.status {
            case "default": return "other"
            case "4XX", "4xx": return "clientError"
            case "5XX", "5xx": return "serverError"
            default:
                let phrase = Int(answer.status).flatMap { Status($0) }?.reasonPhrase ?? ""
                return phrase.isEmpty ? "status \(answer.status)" : phrase
            }
        }
        for (name, answer) in zip(SwiftNames.caseNames(words), answers) {
            let title = Self.firstLine(answer.place.text("description") ?? "")
            var failure = ForeignFailure(
                name: name,
                status: answer.status.uppercased() == answer.status
                    ? answer.status
                    : answer.status == "default" ? "default" : answer.status.uppercased(),
                title: title.isEmpty ? name : title
            )
            if let first = preferred(answer.media), [.json, .text].contains(first.kind) {
                failure.content = try output(first, name, operation).type?.withoutOptional
            }
            operation.failures.append(failure)
        }
    }

    private static func firstLine(_ text: String) -> String {
        let line = SourceText.lines(of: text).first ?? ""
        return String(line.prefix(200)).trimmingBlanks
    }

    // MARK: - Documents

    private mutating func describe(
        _ answer: StatusResponse,
        _ failure: ForeignFailure?,
        of operation: inout ForeignOperation
    ) throws(OpenAPIError) {
        var described = DescribedAnswer(
            status: answer.status,
            about: answer.place.text("description") ?? ""
        )
        let isOutput = answer.isSuccess || failure == nil
        let first = preferred(answer.media)
        for media in answer.media {
            let model: SwiftType?
            if media.schema?.value == first?.schema?.value, media.kind == first?.kind, let failure {
                model = failure.content ?? .any
            } else {
                model = try documentedType(
                    media,
                    isOutput ? "output" : failure?.name ?? "answer",
                    operation
                )
            }
            if let last = described.contents.indices.last, described.contents[last].model == model {
                described.contents[last].types.append(media.type)
            } else {
                described.contents.append(([media.type], model))
            }
        }
        operation.answers.append(described)
    }

    /// Returns the type that documents the content of an answer.
    private mutating func documentedType(
        _ media: Media,
        _ name: String,
        _ operation: ForeignOperation
    ) throws(OpenAPIError) -> SwiftType {
        guard let schema = media.schema else { return .any }
        let key = InlinePlace(operation: operation.name, schema: schema.key)
        if let known = inlineTypes[key] { return known }
        let context = SchemaReader.Context(name: "\(name) content", scope: [operation.name])
        let type = try schemas.use(of: schema, context).required
        inlineTypes[key] = type
        return type
    }

    /// Notes the header fields of an answer, and its links to other operations.
    private func noteFields(
        of operation: inout ForeignOperation,
        _ answer: DocumentPlace
    ) throws(OpenAPIError) {
        let fields = answer["headers"]?.members.map(\.name) ?? []
        if !fields.isEmpty {
            operation.notes.append("Answers have the fields \(fields.joined(separator: ", ")).")
        }
        if fields.contains(where: { $0.lowercased() == "link" || $0.lowercased() == "x-next" }) {
            operation.notes.append(
                "The field Link leads to further pages: `client.pages(of:)` follows it."
            )
        }
        for (name, link) in answer["links"]?.members ?? [] {
            let target = (try? documents.resolve(link)) ?? link
            try documents.budget.spend(whole: target.value, at: link)
            let operationName = target.text("operationId") ?? target.text("operationRef") ?? ""
            let inputs = target["parameters"]?.members.map { name, place in
                "\(name) = \(place.text ?? place.value.description)"
            }
            let words = inputs.map { $0.isEmpty ? "" : " with \($0.joined(separator: ", "))" } ?? ""
            operation.notes.append("\(name) leads to \(operationName)\(words).")
        }
    }
}

extension String {
    /// The text without whitespace at its start and end.
    var trimmingBlanks: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
