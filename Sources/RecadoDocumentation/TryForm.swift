// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP

/// The form for trying an endpoint; it is hidden until the page's script runs.
///
/// The script reads all data of a page from `data-` attributes. So the script is the same on every
/// page, and the Content-Security-Policy can allow it by its hash.
struct TryForm: Sendable {
    let endpoint: EndpointDescription
    let words: DocumentationWords
    private let controls: FormControls

    init(
        _ endpoint: EndpointDescription,
        of document: ServiceDescription,
        words: DocumentationWords
    ) {
        self.endpoint = endpoint
        self.words = words
        controls = FormControls(
            endpoint: endpoint.name,
            words: words,
            invented: document.exampleValues
        )
    }

    /// Returns the words that the script shows, as `data-` attributes.
    static func wordsOfScript(_ words: DocumentationWords) -> HTML {
        """
        data-sending="\(words.sending)" data-request="\(words.request)" data-curl="\(words.withCurl)" \
        data-fields="\(words.fields)" data-content="\(words.content)" \
        data-no-answer="\(words.noAnswer)" data-not-valid="\(words.notValid)" data-cut="\(words.cut)" \
        data-receiving="\(words.receiving)" data-stopped="\(words.stopped)" \
        data-broken-off="\(words.brokenOff)" data-opened="\(words.opened)" \
        data-closed="\(words.closed)" data-not-opened="\(words.notOpened)" \
        data-messages="\(words.messages)" data-client="\(words.client)" data-server="\(words.server)" \
        data-copy="\(words.copy)" data-copied="\(words.copied)" data-found="\(words.found)"
        """
    }

    var html: HTML {
        """
        <details class="try" id="\(endpoint.name)-try" hidden><summary>\(words.tryIt)</summary>
        <form data-method="\(endpoint.method.name)" data-path="\(endpoint.path)" \
        data-root="\(rootOfXML)" data-schemes="\(schemes.joined(separator: "\n"))"\(protocols) aria-label="\(words.tryIt): \(endpoint.name)">
        \(credentials)
        \(inputs)
        \(content)
        \(answerFormat)
        \(buttons)
        </form>
        <p class="status" role="status"></p>
        \(message)
        <div class="result"></div>
        </details>
        """
    }

    /// The buttons that start a call, that stop it, and that copy a link to the form with its
    /// current values.
    private var buttons: HTML {
        let isDialogue = endpoint.dialogue != nil
        let beginning = isDialogue ? words.open : words.send
        let end = isDialogue ? words.close : words.stop
        return """
            <p class="buttons"><button type="submit">\(beginning)</button>
            <button type="button" class="quiet" hidden>\(end)</button>
            <button type="button" class="plain" data-link="">\(words.linkToCall)</button></p>
            """
    }

    // MARK: - Credentials

    /// A note about the credentials, which are entered once for the page.
    private var credentials: HTML? {
        guard let caller = endpoint.caller else { return nil }
        let hints: [HTML] = caller.schemes.compactMap { scheme in
            switch scheme {
            case .http where endpoint.dialogue != nil, .field where endpoint.dialogue != nil:
                return unsendable(scheme.words)
            case .http(let name) where name.lowercased() == "digest":
                return #"<p class="hint">\#(words.digest)</p>"#
            case .http, .field, .query: return nil
            default:
                return #"<p class="hint" data-ambient="">\#(scheme.words): \#(words.ambient)</p>"#
            }
        }
        let given: HTML? =
            schemes.isEmpty
            ? nil
            : """
            <p class="hint">\(words.given) <a href="#\(CredentialsForm.id)">\(words.credentials)</a> \
            (\(caller.name))</p>
            """
        return "\(given)\(hints)"
    }

    /// The keys by which the script finds the credentials to send, one for each scheme.
    private var schemes: [String] {
        let all = endpoint.caller?.schemes ?? []
        return all.filter { CredentialsForm.takes($0, of: endpoint) }.map(CredentialsForm.key)
    }

    // MARK: - Inputs

    private var inputs: [HTML] {
        endpoint.inputs.filter { $0.location != .content }.map { input -> HTML in
            if endpoint.dialogue != nil, case .header = input.location {
                return unsendable(input.name)
            }
            return controls.control(
                FormControls.FieldLocation(location: input.location, name: input.name, pointer: []),
                input.schema,
                isRequired: input.isRequired
            )
        }
    }

    private var content: HTML? {
        guard let content = endpoint.content else { return nil }
        let place = FormControls.FieldLocation(location: .content, name: words.content, pointer: [])
        let id = "\(endpoint.name)-by-hand"
        return """
            <fieldset><legend>\(words.content)</legend>
            \(choice(of: endpoint.formats, words.format, "content-format"))
            <div class="members">
            \(controls.control(place, content.schema, isRequired: content.isRequired))
            </div>
            <p class="check"><label><input type="checkbox" data-by-hand=""> \(words.byHand)</label></p>
            <p class="field" hidden><label for="\(id)">\(words.content)</label>
            <textarea id="\(id)" rows="8" spellcheck="false" data-text=""></textarea></p>
            </fieldset>
            """
    }

    private var answerFormat: HTML? {
        guard endpoint.output != nil else { return nil }
        return choice(of: endpoint.responseFormats, words.answerFormat, "answer-format")
    }

    private func choice(of formats: [Format], _ label: String, _ role: String) -> HTML {
        let types = formats.map { $0.mediaType.description }
        guard types.count > 1 else {
            return #"<input type="hidden" data-role="\#(role)" value="\#(types.first ?? "")">"#
        }
        let id = "\(endpoint.name)-\(role)"
        let options: [HTML] = types.map { "<option>\($0)</option>" }
        return """
            <p class="field"><label for="\(id)">\(label)</label>
            <select id="\(id)" data-role="\(role)">\(options)</select></p>
            """
    }

    /// The name of the root element in the endpoint's XML example.
    private var rootOfXML: String {
        let example = endpoint.examples.requests.first { $0.mediaType == .xml }?.text ?? ""
        let lines = example.split(separator: "\n").filter { $0.hasPrefix("<") }
        let start = lines.first { !$0.hasPrefix("<?") && !$0.hasPrefix("<!") } ?? "<value>"
        return String(start.dropFirst().prefix { !" />".contains($0) })
    }
}
