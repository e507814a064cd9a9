// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A field of a form with its label, its hints and its error.
struct Field: Sendable {
    /// The kind of value that a field takes.
    enum Kind: Sendable {
        /// A line of text.
        case text
        /// A URL.
        case url
        /// A whole number.
        case number
        /// A password, which is masked while the user types.
        case password
        /// Several lines of text.
        case lines(Int)
        /// One of several values, each with its title.
        case choice([(value: String, title: String)])
    }

    /// The name of the form entry.
    let name: String
    /// The label above the control.
    let label: String
    /// The initial value.
    var value = ""
    /// The kind of value that the field takes.
    var kind = Kind.text
    /// The error message for the entered value; none by default.
    var error: String?
    /// A hint below the control; none by default.
    var hint = ""
    /// True if the field must not be empty.
    var isRequired = false
    /// The greatest number of characters, if limited.
    var limit: Int?
    /// The autofill hint for browsers, such as `username`.
    var autocomplete = "off"
    /// True if the field has the initial focus.
    var isFirst = false
    /// The suggested values; other values are allowed.
    var suggestions: [String] = []

    init(_ name: String, _ label: String, value: String = "", kind: Kind = .text) {
        self.name = name
        self.label = label
        self.value = value
        self.kind = kind
    }

    /// The label, the control, the hint and the error message.
    var html: HTML {
        let id = "field-\(name)"
        let words: HTML = hint.isEmpty ? "" : #"<p class="hint" id="\#(id)-hint">\#(hint)</p>"#
        let wrong: HTML =
            error.map { #"<p class="error" id="\#(id)-error">\#(Icon.warning.html)\#($0)</p>"# }
            ?? ""
        let list: [HTML] = suggestions.map { #"<option value="\#($0)"></option>"# }
        let data: HTML =
            suggestions.isEmpty ? "" : "<datalist id=\"\(id)-list\">\(list)</datalist>"
        return """
            <div class="field\(error == nil ? "" : " wrong")">
            <label for="\(id)">\(label)</label>
            \(words)\(wrong)\(control(id))\(data)
            </div>
            """
    }

    private func control(_ id: String) -> HTML {
        let attributes = attributes(id)
        switch kind {
        case .lines(let count):
            // Browsers drop the line break after the tag.
            return """
                <textarea rows="\(count)" name="\(name)"\(attributes)>
                \(value)</textarea>
                """
        case .choice(let choices):
            let options: [HTML] = choices.map { choice in
                let chosen: HTML = choice.value == value ? " selected" : ""
                return #"<option value="\#(choice.value)"\#(chosen)>\#(choice.title)</option>"#
            }
            return "<select name=\"\(name)\"\(attributes)>\(options)</select>"
        case .password: return #"<input type="password" name="\#(name)"\#(attributes)>"#
        case .text: return #"<input type="text" name="\#(name)" value="\#(value)"\#(attributes)>"#
        case .url: return #"<input type="url" name="\#(name)" value="\#(value)"\#(attributes)>"#
        case .number:
            return """
                <input type="text" inputmode="numeric" name="\(name)" value="\(value)"\(attributes)>
                """
        }
    }

    private func attributes(_ id: String) -> HTML {
        var described = hint.isEmpty ? [] : ["\(id)-hint"]
        if error != nil { described.append("\(id)-error") }
        var text: HTML = #" id="\#(id)""#
        if case .choice = kind {} else { text = #"\#(text) autocomplete="\#(autocomplete)""# }
        if isRequired { text = "\(text) required" }
        if let limit { text = #"\#(text) maxlength="\#(limit)""# }
        if isFirst { text = "\(text) autofocus" }
        if error != nil { text = #"\#(text) aria-invalid="true""# }
        if !suggestions.isEmpty { text = #"\#(text) list="\#(id)-list""# }
        if !described.isEmpty {
            text = #"\#(text) aria-describedby="\#(described.joined(separator: " "))""#
        }
        return text
    }
}

extension [Field] {
    /// Gives the initial focus to the first field with an error; without errors, to the first
    /// field if `startsAtFirst` is true.
    mutating func setFocus(startsAtFirst: Bool) {
        let wrong = firstIndex { $0.error != nil }
        guard let index = wrong ?? (startsAtFirst ? indices.first : nil) else { return }
        self[index].isFirst = true
    }
}
