// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension SchemaShape {
    /// Returns the limits and hints of a schema, each as a sentence.
    static func notes(of place: DocumentPlace) -> [String] {
        var notes: [String] = []
        let value = place.value
        func add(_ key: String, _ words: (String) -> String) {
            guard let limit = value[key], limit.objectValue == nil, limit.arrayValue == nil else {
                return
            }
            notes.append(words(String(limit.description.prefix(200))))
        }
        add("minimum") { "At least \($0)." }
        add("maximum") { "At most \($0)." }
        if value["exclusiveMinimum"]?.boolValue == nil {
            add("exclusiveMinimum") { "More than \($0)." }
        }
        if value["exclusiveMaximum"]?.boolValue == nil {
            add("exclusiveMaximum") { "Less than \($0)." }
        }
        add("multipleOf") { "A multiple of \($0)." }
        add("minLength") { "At least \($0) characters." }
        add("maxLength") { "At most \($0) characters." }
        add("minItems") { "At least \($0) elements." }
        add("maxItems") { "At most \($0) elements." }
        add("pattern") { "Of the pattern \($0)." }
        if place.isTrue("uniqueItems") { notes.append("Each element once.") }
        if let format = place.text("format"), !known.contains(format) {
            notes.append("A text of the format \(format.prefix(100)).")
        }
        add("default") { "By default \($0)." }
        if place.isTrue("readOnly") { notes.append("In answers only.") }
        if place.isTrue("writeOnly") { notes.append("In requests only.") }
        if let words = xmlWords(of: place) { notes.append(words) }
        if place["not"] != nil || place["if"] != nil {
            notes.append("Further conditions stand in the description.")
        }
        return notes
    }

    /// Describes the XML form of a value; `nil` if it is a child element with the value's own name.
    private static func xmlWords(of place: DocumentPlace) -> String? {
        guard let hints = place["xml"] else { return nil }
        var words: [String] = []
        if hints.isTrue("attribute") { words.append("an attribute") }
        if hints.isTrue("wrapped") { words.append("wrapped in an element") }
        if let name = hints.text("name") { words.append("called \(name.prefix(100))") }
        if let namespace = hints.text("namespace") { words.append("in \(namespace.prefix(200))") }
        return words.isEmpty ? nil : "In XML \(words.joined(separator: ", "))."
    }

    /// The formats that the Swift types already express, or that have no meaning.
    private static let known: Set<String> = [
        "date-time", "uuid", "byte", "binary", "int32", "int64", "float", "double", "string",
    ]
}
