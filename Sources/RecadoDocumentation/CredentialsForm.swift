// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP

/// The form for credentials, which are entered once for the page and sent to all endpoints that
/// accept credentials of their kind.
///
/// The form is hidden until the page's script runs. The script keeps the credentials only in the
/// fields of the form.
struct CredentialsForm: Sendable {
    /// The ID of the form in the page; the hyphen keeps it different from the names of endpoints.
    static let id = "-credentials"

    private let schemes: [SecurityScheme]
    private let words: DocumentationWords

    init(_ document: ServiceDescription, words: DocumentationWords) {
        var known: Set<String> = []
        schemes = document.endpoints.flatMap { endpoint in
            (endpoint.caller?.schemes ?? []).filter { scheme in
                Self.takes(scheme, of: endpoint) && known.insert(Self.key(of: scheme)).inserted
            }
        }
        self.words = words
    }

    /// True if the page's script can send credentials of a scheme to an endpoint.
    static func takes(_ scheme: SecurityScheme, of endpoint: EndpointDescription) -> Bool {
        switch scheme {
        case .http(let name): endpoint.dialogue == nil && name.lowercased() != "digest"
        case .field: endpoint.dialogue == nil
        case .query: true
        default: false
        }
    }

    /// Returns the key by which the script identifies a scheme.
    static func key(of scheme: SecurityScheme) -> String {
        switch scheme {
        case .http(let name) where name.lowercased() == "basic": "basic"
        case .http(let name): "authorization " + name
        case .field(let name): "field " + name.rawName
        case .query(let name): "query " + name
        default: ""
        }
    }

    /// The form; `nil` if no endpoint accepts credentials that the page can send.
    var html: HTML? {
        guard !schemes.isEmpty else { return nil }
        return """
            <section id="\(Self.id)" class="credentials" aria-labelledby="\(Self.id)-title" hidden>
            <h2 id="\(Self.id)-title">\(words.credentials)</h2>
            <p class="hint">\(words.forEndpoints) \(words.kept)</p>
            \(schemes.enumerated().map { fields(of: $1, number: $0) })
            </section>
            """
    }

    private func fields(of scheme: SecurityScheme, number: Int) -> HTML {
        let id = "\(Self.id)-\(number)"
        switch scheme {
        case .http(let name) where name.lowercased() == "basic":
            return """
                \(secret("user", words.user, id + "-user", scheme: "basic", type: "text"))
                \(secret("password", words.password, id + "-password", scheme: "basic"))
                """
        case .http(let name):
            return secret(name, "\(name) \(words.token)", id, scheme: "authorization")
        case .field(let name): return secret(name.rawName, name.rawName, id, scheme: "field")
        case .query(let name): return secret(name, name, id, scheme: "query")
        default: return ""
        }
    }

    private func secret(
        _ name: String,
        _ label: String,
        _ id: String,
        scheme: String,
        type: String = "password"
    ) -> HTML {
        let key = scheme == "basic" ? scheme : "\(scheme) \(name)"
        return """
            <p class="field"><label for="\(id)">\(label)</label>
            <input id="\(id)" type="\(type)" autocomplete="off" spellcheck="false" autocapitalize="none" \
            data-secret="\(scheme)" data-name="\(name)" data-key="\(key)"></p>
            """
    }
}
