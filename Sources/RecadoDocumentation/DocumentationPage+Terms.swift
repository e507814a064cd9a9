// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP

extension DocumentationPage {
    /// Returns the list of the problems that an endpoint answers with, each with a link to its
    /// page.
    func failures(of endpoint: EndpointDescription) -> HTML {
        let declared: [HTML] = endpoint.failures.map { failure in
            row(failure.problem, failure.remedy, sample: problem(failure.problem))
        }
        let common: [HTML] = endpoint.commonProblems.map { status in
            let type = ProblemDetails.type(of: status)
            return row(ProblemDetails(status: status, title: status.title, type: type), nil)
        }
        return """
            <h4>\(words.failures)</h4>
            <table><thead><tr><th scope="col">\(words.status)</th>
            <th scope="col">\(words.meaning)</th></tr></thead><tbody>
            \(declared + common)
            </tbody></table>
            """
    }

    private func row(
        _ problem: ProblemDetails,
        _ remedy: String?,
        sample: HTML? = nil
    ) -> HTML {
        """
        <tr><th scope="row">\(problem.status.code)</th>
        <td><a href="\(link: problem.type)">\(problem.title)</a> \(remedy ?? "")\(sample)</td></tr>
        """
    }

    /// Returns the JSON of a problem, as clients receive it.
    private func problem(_ problem: ProblemDetails) -> HTML? {
        var json = JSON()
        json.isPretty = true
        guard let text = try? json.encodeToString(problem) else { return nil }
        return """
            <details><summary>\(words.problemSample): \(MediaType.problemJSON.description)</summary>
            <pre tabindex="0"><code>\(text)</code></pre></details>
            """
    }

    /// Returns the list of the other declared terms, such as limits and caching; `nil` if there are
    /// none.
    func terms(of endpoint: EndpointDescription) -> HTML? {
        var lines: [String] = []
        let terms = endpoint.terms
        if endpoint.content != nil { lines.append(words.contentLimit(terms.contentLimit)) }
        if let quota = terms.quota { lines.append(words.quota(quota)) }
        if let caching = terms.caching { lines.append("Cache-Control: \(caching)") }
        if terms.preconditions == .required { lines.append(words.preconditions) }
        switch terms.idempotencyKeys {
        case .honored: lines.append(words.keysHeeded)
        case .required: lines.append(words.keysRequired)
        case .ignored: break
        }
        guard !lines.isEmpty else { return nil }
        let items: [HTML] = lines.map { "<li>\($0)</li>" }
        return """
            <h4>\(words.terms)</h4>
            <ul class="terms">
            \(items)
            </ul>
            """
    }
}

extension DocumentationWords {
    private var isSpanish: Bool { tag == "es" }

    func contentLimit(_ bytes: Int) -> String {
        isSpanish
            ? "El contenido ocupa \(bytes) bytes como mucho." : "At most \(bytes) bytes of content."
    }

    func quota(_ quota: Quota) -> String {
        let seconds = max(1, quota.period.components.seconds)
        return isSpanish
            ? "Cada cliente puede hacer \(quota.requests) peticiones en \(seconds) s."
            : "Each client may make \(quota.requests) requests in \(seconds) s."
    }

    var onlyCollections: String {
        isSpanish
            ? "Sus operaciones son colecciones de recursos (JSON:API): las describe el documento OpenAPI."
            : "Its operations are collections of resources (JSON:API): the OpenAPI document describes them."
    }

    var preconditions: String {
        isSpanish
            ? "La petición debe llevar If-Match o If-Unmodified-Since."
            : "The request must have If-Match or If-Unmodified-Since."
    }

    var keysHeeded: String {
        isSpanish
            ? "Las peticiones con la misma Idempotency-Key se ejecutan una sola vez."
            : "Requests with the same Idempotency-Key are carried out once."
    }

    var keysRequired: String {
        isSpanish
            ? "La petición debe llevar una Idempotency-Key; con la misma, se ejecuta una sola vez."
            : "The request must have an Idempotency-Key; with the same one it is carried out once."
    }
}
