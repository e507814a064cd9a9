// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// An HTML page that describes the operations at a SOAP address.
struct SOAPPage {
    private let description: SOAPDescription
    private let address: String

    init(_ description: SOAPDescription, address: String) {
        self.description = description
        self.address = address
    }

    var page: HTML.Page {
        var page = HTML.Page(title: "\(description.api.title): SOAP", content: content)
        page.summary = "The SOAP operations of \(description.api.title)."
        page.style = Self.style
        return page
    }

    private static let style: HTML = .trusted(
        """
        :root { color-scheme: light dark; }
        body { margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 60rem;
          font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
        h1 small { font-size: 0.875rem; font-weight: 400; }
        pre { padding: 0.75rem 1rem; overflow-x: auto; border: 1px solid #8c8378; border-radius: 6px; }
        code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.9em; }
        """
    )

    private var content: HTML {
        """
        <main>
        <h1>\(description.api.title) <small>SOAP 1.1 and 1.2</small></h1>
        <p>\(description.api.about)</p>
        <p>Operations are called by POST at <code>\(address)</code>, in document/literal style, in the
        namespace <code>\(description.binding.namespace)</code>. Clients are generated from the
        <a href="?wsdl">WSDL 1.1 description</a>.</p>
        <h2>Operations</h2>
        \(description.operations.map(section))
        \(omitted)
        </main>
        """
    }

    private func section(_ operation: SOAPDescription.Operation) -> HTML {
        """
        <section id="\(operation.name)">
        <h3><code>\(operation.name)</code></h3>
        <p>\(operation.about.summary) \(operation.about.detail)</p>
        <p>Action: <code>\(operation.action)</code>\
        \(operation.needsCaller ? "; callers prove who they are by HTTP" : "")</p>
        <pre tabindex="0"><code>\(example(of: operation))</code></pre>
        \(failures(of: operation))
        </section>
        """
    }

    private func failures(of operation: SOAPDescription.Operation) -> HTML {
        if operation.failures.isEmpty { return "" }
        let items = operation.failures.map { failure -> HTML in
            "<li><code>\(failure.type)</code> \(failure.title)</li>"
        }
        return "<h4>Faults</h4><ul>\(items)</ul>"
    }

    private var omitted: HTML {
        if description.omitted.isEmpty { return "" }
        let items = description.omitted.map { omitted -> HTML in
            "<li><code>\(omitted.endpoint)</code>: \(omitted.reason)</li>"
        }
        return "<h2>Not offered here</h2><ul>\(items)</ul>"
    }

    /// Returns an example of a call, with the types of its inputs in place of values.
    private func example(of operation: SOAPDescription.Operation) -> String {
        let namespace = description.binding.namespace
        let inputs = operation.inputs.map { input in
            let name = input.name
            return "      <\(name)>\(words(for: input))</\(name)>\n"
        }.joined()
        let call =
            inputs.isEmpty
            ? "    <\(operation.name) xmlns=\"\(namespace)\"/>"
            : "    <\(operation.name) xmlns=\"\(namespace)\">\n\(inputs)    </\(operation.name)>"
        return """
            <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
              <soap:Body>
            \(call)
              </soap:Body>
            </soap:Envelope>
            """
    }

    private func words(for input: Schema.Property) -> String {
        let schema = description.library.resolve(input.schema)
        let kind =
            switch schema.kind {
            case .boolean: "true or false"
            case .integer: "a whole number"
            case .number: "a number"
            case .string: schema.format ?? "text"
            case .array: "one element for each value"
            default: "…"
            }
        return input.isRequired ? kind : kind + ", may be left out"
    }
}
