// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoDescriptions
import RecadoEndpoints

/// The samples beside an endpoint, and the control that chooses their language.
///
/// One choice applies to the whole page. The control is a group of radio buttons, and the style
/// sheet hides samples in other languages, so no script is needed.
struct SampleMarkup: Sendable {
    /// A language of samples, which the page identifies by its name.
    struct Language: Sendable {
        let name: String
        let title: String
    }

    let settings: SampleSettings
    let words: DocumentationWords

    static let swift = Language(name: "swift", title: "Swift")
    static let curl = Language(name: "curl", title: "curl")
    static let python = Language(name: "python", title: "Python")
    /// The application's command line as a language of samples, if there is one.
    private var command: Language? {
        settings.command.map { Language(name: "command", title: $0.title) }
    }

    private var languages: [Language] {
        [Self.swift, Self.curl] + (command.map { [$0] } ?? []) + [Self.python]
    }

    /// The control that chooses the language.
    var choice: HTML {
        let buttons: [HTML] = languages.enumerated().map { index, language in
            let checked: HTML = index == 0 ? " checked" : ""
            return """
                <label><input type="radio" name="samples" value="\(language.name)"\(checked)> \(language.title)</label>
                """
        }
        return """
            <fieldset class="choice"><legend>\(words.samplesIn)</legend>
            \(buttons)
            </fieldset>
            """
    }

    /// Returns the samples of a call of an endpoint.
    func samples(of endpoint: EndpointDescription, in document: ServiceDescription) -> [HTML] {
        let call = SampleCall(endpoint, values: document.exampleValues, settings: settings)
        return languages.map { language in
            let text: String? =
                switch language.name {
                case Self.swift.name: call.swift
                case Self.curl.name: call.curl
                case Self.python.name: call.python
                default: settings.command?.line(document.api.name, endpoint.name)
                }
            let sample: HTML = text.map { block($0) } ?? "<p class=\"hint\">\(words.noSample)</p>"
            return """
                <div class="sample" data-samples="\(language.name)">
                <h4>\(words.request), \(language.title)</h4>
                \(sample)
                </div>
                """
        }
    }

    /// Returns a sample, in which the script replaces the server's address with the page's origin.
    private func block(_ text: String) -> HTML {
        let parts = text.components(separatedBy: settings.server)
        let origin: HTML = "<span data-origin=\"\">\(settings.server)</span>"
        var content: HTML = ""
        for (index, part) in parts.enumerated() {
            content = index == 0 ? "\(part)" : "\(content)\(origin)\(part)"
        }
        return "<pre tabindex=\"0\"><code>\(content)</code></pre>"
    }
}

extension String {
    /// Returns the parts of a text between the occurrences of a separator.
    fileprivate func components(separatedBy separator: String) -> [String] {
        guard !separator.isEmpty else { return [self] }
        var (rest, parts) = (self[...], [String]())
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}
