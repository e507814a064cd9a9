// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// Writes the declarations of an API.
struct APIWriter {
    private let api: ForeignAPI
    private let remarks: [String]
    private let models: ModelWriter
    private let types: TypeText
    private let limit: Int

    init(_ reader: APIReader) {
        api = reader.api
        limit = reader.documents.limits.bytes
        remarks = reader.schemas.remarks
        models = ModelWriter(reader.schemas.declarations)
        types = TypeText(reader.schemas.declarations)
    }

    /// Returns the text of the source file.
    func file() throws(OpenAPIError) -> String {
        var source = SourceText(limit: limit)
        Self.head("--openapi", remarks, to: &source)
        source.document(api.title + "\n\n" + api.about)
        if !api.addresses.isEmpty {
            source.add("///")
            source.comment("It answers at \(api.addresses.joined(separator: ", ")).")
        }
        source.block("enum \(SwiftNames.quoted(api.name))") { source in
            writeService(to: &source)
            for operation in api.operations where !source.isFull {
                let written = OperationWriter(operation: operation, types: types)
                written.write(to: &source) { source in
                    models.write(typesIn: [operation.name], to: &source)
                }
            }
            models.write(typesIn: [], to: &source)
            writeFields(to: &source)
            writeCallers(to: &source)
        }
        try source.checkSize()
        return source.text
    }

    /// Adds the remarks and the imports before the declarations.
    static func head(_ option: String, _ remarks: [String], to source: inout SourceText) {
        source.add("// Written by recado describe swift \(option).")
        for remark in remarks.prefix(500) { source.comment("Mind: \(remark).", mark: "//") }
        if remarks.count > 500 {
            source.add("// Mind: there are \(remarks.count - 500) further remarks.")
        }
        source.add()
        for module in ["Foundation", "Recado"] {
            source.add("import \(module)")
        }
        source.add()
    }

    private func writeService(to source: inout SourceText) {
        if let address = api.addresses.first {
            source.comment("The address to call.")
            source.add("static let address = \(SwiftNames.literal(address))")
            source.add()
        }
        source.comment("The service as a whole, for documents, servers and stand-ins.")
        source.add("static let api = API(")
        source.add("    name: \(SwiftNames.literal(KebabName.of(api.name))),")
        source.add("    title: \(SwiftNames.literal(api.title)),")
        source.add("    version: \(SwiftNames.literal(api.version)),")
        source.add("    prefix: \(SwiftNames.literal(api.prefix)),")
        if !api.about.isEmpty { source.add("    about: \(SwiftNames.literal(api.about)),") }
        source.add("    endpoints: [")
        let comma = api.operations.count > 1 ? "," : ""
        for operation in api.operations { source.add("        \(operation.name).self\(comma)") }
        source.add("    ]")
        source.add(")")
    }

    private func writeFields(to source: inout SourceText) {
        for (type, field) in api.fields {
            source.gap()
            source.comment("The name of the field \(field).")
            source.block("enum \(type): HeaderName") { source in
                source.add("static var fieldName: FieldName { \(SwiftNames.literal(field)) }")
            }
        }
    }

    private func writeCallers(to source: inout SourceText) {
        for caller in api.callers {
            source.gap()
            source.comment(caller.about)
            source.block("struct \(caller.name): Caller") { source in
                source.add("typealias Credentials = \(caller.credentials)")
                source.add("static var realm: String { \(SwiftNames.literal(api.title)) }")
            }
            guard !caller.parts.isEmpty else { continue }
            source.gap()
            source.comment("A part of the credentials of callers.")
            for line in caller.parts {
                if line.hasPrefix("enum "), line != caller.parts.first {
                    source.gap()
                    source.comment("A part of the credentials of callers.")
                }
                source.add(line)
            }
        }
    }
}
