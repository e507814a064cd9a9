// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// Writes descriptions of schemas as HTML, in one language.
struct SchemaMarkup: Sendable {
    /// The maximum nesting depth of tables; for deeper schemas, only the name is written.
    private static let depthLimit = 4

    let library: SchemaLibrary
    let words: DocumentationWords

    /// Returns the type of a value and its limits, in one line.
    func line(_ schema: Schema) -> HTML {
        let resolved = library.resolve(schema)
        var line = sort(resolved, schema)
        let limits = limits(of: resolved)
        if !limits.isEmpty { line = "\(line), \(limits)" }
        // A pattern that only excludes U+0000 is omitted.
        if let pattern = resolved.pattern, pattern != .withoutNUL {
            line = "\(line), <code>\(pattern.source)</code>"
        }
        if !resolved.values.isEmpty {
            let values = resolved.values.map { "<code>\(Self.text($0))</code>" as HTML }
            line = "\(line): \(Self.joined(values, by: ", "))"
        }
        if resolved.isNullable { line = "\(line) \(words.orNull)" }
        if let about = resolved.about { line = "\(line). \(about)" }
        return line
    }

    private func sort(_ resolved: Schema, _ schema: Schema) -> HTML {
        switch resolved.kind {
        case .any: return "\(words.anyValue)"
        case .boolean: return "\(words.boolean)"
        case .integer: return "\(words.integer)"
        case .number: return "\(words.number)"
        case .string:
            return resolved.format.map { "\(words.text) <code>\($0)</code>" } ?? "\(words.text)"
        case .array(let element): return "\(words.listOf) \(line(element))"
        case .map(let element): return "\(words.mapOf) \(line(element))"
        case .oneOf(let choices):
            return Self.joined(choices.map(line), by: " \(words.or) ")
        case .object, .reference:
            guard case .reference(let name) = schema.kind else { return "\(words.object)" }
            return "<code>\(name)</code>"
        }
    }

    private func limits(of schema: Schema) -> String {
        if let lengths = Self.range(schema.minimumLength, schema.maximumLength) {
            return "\(lengths) \(words.characters)"
        }
        return Self.range(schema.minimum, schema.maximum) ?? ""
    }

    private static func range(_ least: Int?, _ greatest: Int?) -> String? {
        switch (least, greatest) {
        case (let least?, let greatest?): "\(least)–\(greatest)"
        case (let least?, nil): "≥ \(least)"
        case (nil, let greatest?): "≤ \(greatest)"
        case (nil, nil): nil
        }
    }

    private static func text(_ value: Value) -> String { value.stringValue ?? value.description }

    private static func joined(_ pieces: [HTML], by separator: String) -> HTML {
        var result: HTML = ""
        for (index, piece) in pieces.enumerated() {
            result = index == 0 ? piece : "\(result)\(separator)\(piece)"
        }
        return result
    }

    // MARK: - Members

    /// Returns a table of the members of an object, or of the objects in a list; nothing for other
    /// values.
    func members(of schema: Schema, seen: Set<String> = []) -> HTML {
        guard let (properties, seen) = properties(of: schema, seen: seen) else { return "" }
        let rows: [HTML] = properties.map { property in
            let need = property.isRequired ? words.required : words.optional
            return """
                <tr><th scope="row"><code>\(property.name)</code></th>
                <td>\(line(property.schema)) <small>\(need)</small>
                \(members(of: property.schema, seen: seen))</td></tr>
                """
        }
        return """
            <table><thead class="unseen"><tr><th scope="col">\(words.name)</th>
            <th scope="col">\(words.shape)</th></tr></thead><tbody>
            \(rows)
            </tbody></table>
            """
    }

    private func properties(
        of schema: Schema,
        seen: Set<String>
    ) -> (properties: [Schema.Property], seen: Set<String>)? {
        var seen = seen
        if case .reference(let name) = schema.kind, !seen.insert(name).inserted { return nil }
        guard seen.count <= Self.depthLimit else { return nil }
        switch library.resolve(schema).kind {
        case .object(let properties): return (properties, seen)
        case .array(let element), .map(let element): return self.properties(of: element, seen: seen)
        default: return nil
        }
    }
}
