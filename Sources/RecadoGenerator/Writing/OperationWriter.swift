// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Writes an operation as an endpoint.
struct OperationWriter {
    let operation: ForeignOperation
    let types: TypeText

    /// Writes the endpoint, and the types that are nested in it.
    func write(to source: inout SourceText, _ nested: (inout SourceText) -> Void) {
        source.begin(operation.place)
        source.gap()
        writeComment(to: &source)
        source.block("struct \(SwiftNames.quoted(operation.name)): Endpoint") { source in
            let route = SwiftNames.literal("\(operation.method) \(operation.path)")
            source.add("static let route: Route = \(route)")
            if let id = operation.id, id != KebabName.of(operation.name) {
                source.add("static let name = \(SwiftNames.literal(id))")
            }
            writeAbout(to: &source)
            writeTerms(to: &source)
            if !output.isEmpty { source.add("typealias Output = \(output)") }
            if let caller = operation.caller { source.add("typealias Caller = \(caller)") }
            writeAnswers(to: &source)
            writeFailures(to: &source)
            writeInputs(to: &source)
            nested(&source)
        }
    }

    private var output: String {
        operation.outputType.map(types.text) ?? operation.output
    }

    private func writeComment(to source: inout SourceText) {
        let summary =
            operation.summary.isEmpty
            ? SourceText.lines(of: operation.detail).first.map {
                String($0.prefix(200))
            } ?? ""
            : operation.summary
        source.document(summary.isEmpty ? "\(operation.method) \(operation.path)" : summary)
        if !operation.notes.isEmpty {
            source.add("///")
            for note in operation.notes { source.comment(note) }
        }
    }

    private func writeAbout(to source: inout SourceText) {
        var arguments = [SwiftNames.literal(operation.summary)]
        if !operation.detail.isEmpty, !operation.detail.hasSameBytes(as: operation.summary) {
            arguments.append("detail: \(SwiftNames.literal(operation.detail))")
        }
        if !operation.tags.isEmpty {
            let tags = operation.tags.map(SwiftNames.literal).joined(separator: ", ")
            arguments.append("tags: [\(tags)]")
        }
        if operation.isDeprecated { arguments.append("isDeprecated: true") }
        guard arguments.count > 1 || !operation.summary.isEmpty else { return }
        if arguments.count == 1 {
            source.add("static let about: About = \(arguments[0])")
        } else {
            source.add("static let about = About(")
            for (index, argument) in arguments.enumerated() {
                source.add("    \(argument)\(index + 1 < arguments.count ? "," : "")")
            }
            source.add(")")
        }
    }

    private func writeTerms(to source: inout SourceText) {
        if !operation.formats.isEmpty, operation.formats != [".json"] {
            let list = operation.formats.joined(separator: ", ")
            source.add("static let formats: [Format] = [\(list)]")
        }
        let isStream = output.hasPrefix("EventFeed<") || output.hasPrefix("ElementFeed<")
        if !operation.responseFormats.isEmpty, !isStream {
            let usual = operation.formats.isEmpty ? [".json"] : operation.formats
            if operation.responseFormats != usual {
                let list = operation.responseFormats.joined(separator: ", ")
                source.add("static let responseFormats: [Format] = [\(list)]")
            }
        }
        if let success = operation.success, output != "NoContent" {
            source.add("static let success: Status = .\(success)")
        }
        if let limit = operation.contentLimit { source.add("static let contentLimit = \(limit)") }
        let spelled = operation.inputs.filter { $0.isSpelled || $0.lists != nil }
        guard !spelled.isEmpty else { return }
        source.add("static let parameterStyles: [String: ParameterStyle] = [")
        source.list(
            spelled.map { input in
                let name = SwiftNames.literal(input.name)
                let style =
                    input.lists.map { lists in
                        "ParameterStyle(\(input.isSpelled ? name + ", " : "")lists: .\(lists))"
                    } ?? name
                return "\(SwiftNames.literal(input.property)): \(style)"
            }
        )
        source.add("]")
    }

    private func writeAnswers(to source: inout SourceText) {
        guard !operation.answers.isEmpty else { return }
        source.add("static let documentedResponses: [DocumentedResponse] = [")
        source.list(
            operation.answers.flatMap { answer -> [String] in
                let status = SwiftNames.literal(answer.status)
                let head = "\(status), \(SwiftNames.literal(answer.about))"
                if answer.contents.isEmpty { return ["DocumentedResponse(\(head), in: [])"] }
                return answer.contents.map { mediaTypes, model in
                    let list = mediaTypes.map(SwiftNames.literal).joined(separator: ", ")
                    let type = model.map(types.text) ?? "Value"
                    return "DocumentedResponse(\(head), in: [\(list)], of: \(type).self)"
                }
            }
        )
        source.add("]")
    }

    private func writeFailures(to source: inout SourceText) {
        guard !operation.failures.isEmpty else { return }
        source.add()
        source.block("enum Failure: ForeignProblem") { source in
            for failure in operation.failures {
                source.document(failure.title)
                let parts =
                    (isClass(failure) ? ["Status"] : [])
                    + (failure.content.map { ["\(types.text(of: $0))?"] } ?? [])
                let payload = parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
                source.add("case \(SwiftNames.quoted(failure.name))\(payload)")
            }
            source.add()
            source.add("static let responses: [ForeignResponse<Failure>] = [")
            source.list(
                operation.failures.map { failure in
                    let status =
                        isClass(failure) ? SwiftNames.literal(failure.status) : failure.status
                    let title = SwiftNames.literal(failure.title)
                    let name = SwiftNames.quoted(failure.name)
                    return "ForeignResponse(\(status), \(title), Failure.\(name))"
                }
            )
            source.add("]")
        }
    }

    private func isClass(_ failure: ForeignFailure) -> Bool { Int(failure.status) == nil }

    private func writeInputs(to source: inout SourceText) {
        if !operation.inputs.isEmpty { source.add() }
        for input in operation.inputs {
            source.document(input.about)
            let name = SwiftNames.quoted(input.property)
            let word =
                input.word
                ?? types.text(of: input.isRequired ? input.type : input.type.withoutOptional)
            let type = input.isRequired ? word : word + "?"
            let initial = input.isRequired ? "" : " = nil"
            let wrapper =
                input.wrapper.hasPrefix("Header<")
                ? "\(input.wrapper.dropLast()), \(type)>" : input.wrapper
            source.add("@\(wrapper) var \(name): \(type)\(initial)")
        }
    }
}
