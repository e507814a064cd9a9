// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP

/// Makes the controls of a form from schemas.
struct FormControls: Sendable {
    /// The part of a request in which the value of a control is sent.
    struct FieldLocation: Sendable {
        let location: InputLocation
        let name: String
        /// The names of the members that lead from the content to the value.
        var pointer: [String]
        /// The names of the enclosing schemas, to stop at a schema that contains itself.
        var shapes: Set<String> = []

        func member(_ name: String, shapes: Set<String>) -> FieldLocation {
            FieldLocation(location: location, name: name, pointer: pointer + [name], shapes: shapes)
        }
    }

    /// The maximum nesting depth of fieldsets; more deeply nested values are entered as JSON.
    private static let depthLimit = 4
    /// The longest text for which a single-line control is used.
    private static let lineLength = 300

    /// The name of the endpoint, which makes the names of controls unique in the page.
    let endpoint: String
    let words: DocumentationWords
    let invented: ExampleValues

    /// Returns the control for a value.
    func control(_ place: FieldLocation, _ schema: Schema, isRequired: Bool) -> HTML {
        var place = place
        if case .reference(let name) = schema.kind {
            guard place.shapes.insert(name).inserted else {
                return area(place, "json", schema, isRequired, hint: words.asJSON)
            }
        }
        let schema = invented.library.resolve(schema)
        if !schema.values.isEmpty {
            return select(place, schema.values.map(Self.text), schema, isRequired)
        }
        switch schema.kind {
        case .boolean: return select(place, ["true", "false"], schema, isRequired)
        case .integer, .number: return number(place, schema, isRequired)
        case .string: return text(place, schema, isRequired)
        case .oneOf(let choices) where choices.contains { $0.kind == .string }:
            return text(place, choices.first { $0.kind == .string } ?? schema, isRequired)
        case .object(let properties) where Self.hasRoom(for: place):
            return members(of: place, properties)
        case .array(let element):
            return list(place, schema, element, isRequired)
        default: return area(place, "json", schema, isRequired, hint: words.asJSON)
        }
    }

    private static func hasRoom(for place: FieldLocation) -> Bool {
        place.location == .content && place.pointer.count < depthLimit
    }

    private func members(of place: FieldLocation, _ properties: [Schema.Property]) -> HTML {
        let controls = properties.map { property in
            control(
                place.member(property.name, shapes: place.shapes),
                property.schema,
                // Members of an inner object are not required, because the object itself may be
                // missing.
                isRequired: property.isRequired && place.pointer.isEmpty
            )
        }
        if place.pointer.isEmpty { return "\(controls)" }
        return "<fieldset><legend><code>\(place.name)</code></legend>\(controls)</fieldset>"
    }

    private func list(
        _ place: FieldLocation,
        _ schema: Schema,
        _ element: Schema,
        _ isRequired: Bool
    ) -> HTML {
        switch invented.library.resolve(element).kind {
        case .string: area(place, "lines", schema, isRequired, hint: words.oneALine)
        case .integer, .number: area(place, "numbers", schema, isRequired, hint: words.oneALine)
        default: area(place, "json", schema, isRequired, hint: words.asJSON)
        }
    }

    // MARK: - Controls

    private func number(_ place: FieldLocation, _ schema: Schema, _ isRequired: Bool) -> HTML {
        let least: HTML? = schema.minimum.map { #" min="\#($0)""# }
        let greatest: HTML? = schema.maximum.map { #" max="\#($0)""# }
        let step = schema.kind == .integer ? "1" : "any"
        return field(place, schema) { id in
            """
            <input id="\(id)" type="number" step="\(step)"\(least)\(greatest) \
            value="\(value(of: place))" \(data(of: place, "number", isRequired))>
            """
        }
    }

    private func text(_ place: FieldLocation, _ schema: Schema, _ isRequired: Bool) -> HTML {
        if schema.format == "binary" {
            return field(place, schema) { id in
                #"<input id="\#(id)" type="file" \#(data(of: place, "file", isRequired))>"#
            }
        }
        let least: HTML? = schema.minimumLength.map { #" minlength="\#($0)""# }
        let greatest: HTML? = schema.maximumLength.map { #" maxlength="\#($0)""# }
        if let length = schema.maximumLength, length > Self.lineLength {
            return area(place, "text", schema, isRequired, limits: "\(least)\(greatest)")
        }
        return field(place, schema) { id in
            """
            <input id="\(id)" type="text" autocomplete="off"\(least)\(greatest) \
            value="\(value(of: place))"\(placeholder(place, schema)) \
            \(data(of: place, "text", isRequired))>
            """
        }
    }

    private func area(
        _ place: FieldLocation,
        _ type: String,
        _ schema: Schema,
        _ isRequired: Bool,
        hint: String? = nil,
        limits: HTML = ""
    ) -> HTML {
        field(place, schema, hint: hint) { id in
            """
            <textarea id="\(id)" rows="3"\(limits) \(data(of: place, type, isRequired))>\
            \(value(of: place))</textarea>
            """
        }
    }

    private func select(
        _ place: FieldLocation,
        _ values: [String],
        _ schema: Schema,
        _ isRequired: Bool
    ) -> HTML {
        let options: [HTML] = values.map { "<option>\($0)</option>" }
        let none: HTML = isRequired ? "" : #"<option value="">(\#(words.leaveOut))</option>"#
        let type =
            switch schema.kind {
            case .boolean: "boolean"
            case .integer, .number: "number"
            default: "text"
            }
        return field(place, schema) { id in
            """
            <select id="\(id)" \(data(of: place, type, isRequired))>\(none)\(options)</select>
            """
        }
    }

    // MARK: - Parts

    private func field(
        _ place: FieldLocation,
        _ schema: Schema,
        hint: String? = nil,
        _ control: (String) -> HTML
    ) -> HTML {
        let id = ([endpoint, Self.word(place.location)] + place.pointer + [place.name])
            .joined(separator: "-")
        let hint: HTML? = hint.map { " <small>\($0)</small>" }
        return """
            <p class="field"><label for="\(id)"><code>\(place.name)</code>\(hint)</label>
            \(control(id))</p>
            """
    }

    private func data(of place: FieldLocation, _ type: String, _ isRequired: Bool) -> HTML {
        // The path is written as a JSON Pointer (RFC 6901).
        let pointer = place.pointer.map {
            "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1")
        }
        let required: HTML? = isRequired ? " required" : nil
        return """
            data-in="\(Self.word(place.location))" data-name="\(place.name)" \
            data-pointer="\(pointer.joined())" data-type="\(type)"\(required)
            """
    }

    private func value(of place: FieldLocation) -> String {
        switch place.location {
        case .query: invented.samples["?" + place.name] ?? ""
        case .path: invented.samples[place.name] ?? ""
        default: place.pointer.isEmpty ? "" : invented.samples[place.name] ?? ""
        }
    }

    /// Returns the example as the placeholder, unless the example only repeats the name.
    private func placeholder(_ place: FieldLocation, _ schema: Schema) -> HTML? {
        let text = Self.text(invented.value(of: schema, named: place.name))
        return text == place.name ? nil : #" placeholder="\#(text)""#
    }

    private static func text(_ value: Value) -> String { value.stringValue ?? value.description }

    private static func word(_ location: InputLocation) -> String {
        switch location {
        case .path: "path"
        case .query: "query"
        case .header: "header"
        case .content: "content"
        }
    }
}
