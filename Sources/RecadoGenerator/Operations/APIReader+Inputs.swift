// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// Reads the inputs in the path, the query and the header fields.
extension APIReader {
    mutating func readInputs(
        of operation: inout ForeignOperation,
        _ place: DocumentPlace,
        _ item: DocumentPlace
    ) throws(OpenAPIError) {
        var seen: Set<ExactText> = []
        let names = Self.parameters(in: operation.path)
        let known = Set(names.map { ExactText($0) })
        let own = place["parameters"]?.elements ?? []
        // An operation's own parameters replace those of its path.
        for parameter in own + (item["parameters"]?.elements ?? []) {
            try documents.budget.spend(members: 1, at: parameter)
            let parameter = try documents.resolveWhole(parameter)
            guard let name = parameter.text("name"), let location = parameter.text("in") else {
                throw OpenAPIError("expected a parameter with “name” and “in”", at: parameter)
            }
            guard seen.insert(ExactText("\(location) \(name)")).inserted else { continue }
            if location == "path", !known.contains(ExactText(name)) {
                schemas.note("the parameter “\(name)” does not stand in the path", at: parameter)
                continue
            }
            try read(parameter, name, location, of: &operation)
        }
        for name in names where !seen.contains(ExactText("path \(name)")) {
            operation.inputs.append(
                ForeignInput(wrapper: "Path", name: name, type: .string, isRequired: true)
            )
        }
    }

    /// Returns the names of the parameters in a path.
    private static func parameters(in path: String) -> [String] {
        path.split(atByte: "/").compactMap { segment in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? String(segment.dropFirst().dropLast()) : nil
        }
    }

    private mutating func read(
        _ place: DocumentPlace,
        _ name: String,
        _ location: String,
        of operation: inout ForeignOperation
    ) throws(OpenAPIError) {
        switch location {
        case "path":
            var input = try input("Path", name, place, operation)
            if input.type.withoutOptional.isArray { input.lists = "commas" }
            if isStructured(input.type) {
                leaveOut("the object “\(name)” in the path is taken as a text", &operation, place)
                input.type = .string
            }
            input.isRequired = true
            operation.inputs.append(input)
        case "query": try readQuery(place, name, of: &operation)
        case "header": try readHeader(place, name, of: &operation)
        case "cookie":
            leaveOut(
                "the cookie “\(name)” is no input: add the field Cookie to the call",
                &operation,
                place
            )
        default: throw OpenAPIError("the parameter is in “\(location.prefix(50))”", at: place)
        }
    }

    private mutating func readHeader(
        _ place: DocumentPlace,
        _ name: String,
        of operation: inout ForeignOperation
    ) throws(OpenAPIError) {
        // OpenAPI describes these fields by the content and the security schemes, so it ignores
        // such parameters.
        let left: Set<String> = ["accept", "content-type", "authorization"]
        if left.contains(name.lowercased()) { return }
        guard let wrapper = header(name) else {
            return leaveOut("“\(name)” is no name of a field", &operation, place)
        }
        var input = try input(wrapper, name, place, operation)
        if input.type.withoutOptional.isArray { input.lists = "commas" }
        if isStructured(input.type) {
            guard input.isRequired else {
                return leaveOut("the object “\(name)” in a field", &operation, place)
            }
            input.type = .string
        }
        operation.inputs.append(input)
    }

    /// Adds a remark about a part of an operation that the generated code lacks.
    mutating func leaveOut(
        _ words: String,
        _ operation: inout ForeignOperation,
        _ place: DocumentPlace
    ) {
        operation.notes.append("Not declared: \(words).")
        schemas.note(words, at: place)
    }

    private func isStructured(_ type: SwiftType) -> Bool {
        switch type.withoutOptional {
        case .map: return true
        case .model(let number):
            if case .structure = schemas.declarations[number].shape { return true }
            return false
        default: return false
        }
    }

    /// Returns the input for a parameter.
    private mutating func input(
        _ wrapper: String,
        _ name: String,
        _ place: DocumentPlace,
        _ operation: ForeignOperation
    ) throws(OpenAPIError) -> ForeignInput {
        let context = SchemaReader.Context(name: name, scope: [operation.name])
        let isRequired = place.isTrue("required")
        var use = SchemaUse(type: .string)
        if let schema = place["schema"] { use = try schemas.use(of: schema, context) }
        var about = [place.text("description") ?? ""] + use.notes
        if place.isTrue("deprecated") { about.append("Deprecated.") }
        about.removeAll(where: \.isEmpty)
        return ForeignInput(
            wrapper: wrapper,
            name: name,
            type: use.type,
            isRequired: isRequired,
            about: about.joined(separator: "\n")
        )
    }

    /// Returns the wrapper for a header field, and declares a type that names the field.
    private mutating func header(_ name: String) -> String? {
        let isToken = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
        guard isToken, !name.isEmpty else { return nil }
        if let known = fieldTypes[name.lowercased()] { return "Header<\(known)>" }
        let type = schemas.names.typeName(name + " field", suffix: "Name")
        api.fields.append((type, name))
        fieldTypes[name.lowercased()] = type
        return "Header<\(type)>"
    }

    // MARK: - Query

    private mutating func readQuery(
        _ place: DocumentPlace,
        _ name: String,
        of operation: inout ForeignOperation
    ) throws(OpenAPIError) {
        guard place["schema"] != nil else {
            guard let content = place["content"]?.members.first else {
                operation.inputs.append(try input("Query", name, place, operation))
                return
            }
            return leaveOut(
                "the parameter “\(name)” is \(content.name) in the query",
                &operation,
                place
            )
        }
        let style = place.text("style") ?? "form"
        let isExploded = place.value["explode"]?.boolValue ?? (style == "form")
        var input = try input("Query", name, place, operation)
        if input.type.withoutOptional.isArray {
            input.lists = Self.lists(style, isExploded)
        } else if isStructured(input.type), style == "form" {
            return try readMembers(place, name, isExploded, of: &operation)
        }
        if input.name.hasSuffix("[]"), input.type.withoutOptional.isArray { input.lists = nil }
        operation.inputs.append(input)
    }

    private static func lists(_ style: String, _ isExploded: Bool) -> String? {
        switch style {
        case "deepObject": "brackets"
        case "spaceDelimited": isExploded ? nil : "spaces"
        case "pipeDelimited": isExploded ? nil : "pipes"
        default: isExploded ? nil : "commas"
        }
    }

    /// Adds the members of an object as separate query items.
    private mutating func readMembers(
        _ place: DocumentPlace,
        _ name: String,
        _ isExploded: Bool,
        of operation: inout ForeignOperation
    ) throws(OpenAPIError) {
        guard let schema = place["schema"] else { return }
        var parts = ObjectParts()
        try parts.add(schema, documents, depth: 0)
        guard isExploded, !parts.members.isEmpty else {
            let words =
                isExploded
                ? "the members of “\(name)” have any names" : "“\(name)” is an object in one text"
            return leaveOut(words, &operation, place)
        }
        operation.notes.append(
            "The members of “\(name)” are inputs by themselves: that is how they stand in the query."
        )
        for (member, schema) in parts.members {
            let context = SchemaReader.Context(name: member, scope: [operation.name])
            let use = try schemas.use(of: schema, context)
            var input = ForeignInput(
                wrapper: "Query",
                name: member,
                type: use.type,
                isRequired: parts.required.contains(ExactText(member)) && place.isTrue("required")
            )
            input.about = ([schema.text("description") ?? ""] + use.notes)
                .filter { !$0.isEmpty }.joined(separator: "\n")
            operation.inputs.append(input)
        }
    }
}
