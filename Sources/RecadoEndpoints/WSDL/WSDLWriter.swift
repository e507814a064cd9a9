// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Writes WSDL 1.1.
struct WSDLWriter {
    let description: SOAPDescription

    init(_ description: SOAPDescription) {
        self.description = description
    }

    private static let fault = "Problem"
    private var portType: String { "\(description.name)Soap" }
    private var operations: [SOAPDescription.Operation] { description.operations }

    /// Returns the root of the document.
    func definitions(at address: String) -> Markup {
        var root = Markup(
            "wsdl:definitions",
            [
                "xmlns:wsdl": "http://schemas.xmlsoap.org/wsdl/",
                "xmlns:soap": "http://schemas.xmlsoap.org/wsdl/soap/",
                "xmlns:soap12": "http://schemas.xmlsoap.org/wsdl/soap12/",
                "xmlns:http": "http://schemas.xmlsoap.org/wsdl/http/",
                "xmlns:mime": "http://schemas.xmlsoap.org/wsdl/mime/",
                "xmlns:xs": "http://www.w3.org/2001/XMLSchema",
                "xmlns:p": ProblemDetails.namespace,
                "xmlns:tns": description.binding.namespace,
                "name": description.name,
                "targetNamespace": description.binding.namespace,
            ]
        )
        let about = description.api.about
        if !about.isEmpty { root.add(Markup("wsdl:documentation", text: about)) }
        let schema = XMLSchemaWriter(description.library).schema(of: description)
        root.add(Markup("wsdl:types", [:], [schema, Self.problemSchema]))
        for message in messages { root.add(message) }
        for portType in [soapPortType] + PlainVerb.allCases.flatMap(plainPortType) {
            root.add(portType)
        }
        for version in SOAP.Version.allCases { root.add(binding(version)) }
        for binding in PlainVerb.allCases.flatMap(plainBinding) { root.add(binding) }
        root.add(service(at: address))
        return root
    }

    // MARK: - Messages

    private var messages: [Markup] {
        let calls = operations.flatMap { operation in
            [
                message("\(operation.name)SoapIn", "parameters", operation.name),
                message("\(operation.name)SoapOut", "parameters", operation.response),
            ]
        }
        let problem = Markup("wsdl:part", ["name": "problem", "element": "p:problem"])
        return calls + [Markup("wsdl:message", ["name": Self.fault], [problem])]
            + PlainVerb.allCases.flatMap(plainMessages)
    }

    private func message(_ name: String, _ part: String, _ element: String) -> Markup {
        let part = Markup("wsdl:part", ["name": part, "element": "tns:\(element)"])
        return Markup("wsdl:message", ["name": name], [part])
    }

    private var soapPortType: Markup {
        let operations = operations.map { operation in
            var element = Markup("wsdl:operation", ["name": operation.name])
            if let words = Self.words(about: operation) {
                element.add(Markup("wsdl:documentation", text: words))
            }
            element.add(Markup("wsdl:input", ["message": "tns:\(operation.name)SoapIn"]))
            element.add(Markup("wsdl:output", ["message": "tns:\(operation.name)SoapOut"]))
            element.add(
                Markup("wsdl:fault", ["name": Self.fault, "message": "tns:\(Self.fault)"])
            )
            return element
        }
        return Markup("wsdl:portType", ["name": portType], operations)
    }

    private static func words(about operation: SOAPDescription.Operation) -> String? {
        let about = [operation.about.summary, operation.about.detail].filter { !$0.isEmpty }
        return about.isEmpty ? nil : about.joined(separator: " ")
    }

    // MARK: - Bindings

    private func binding(_ version: SOAP.Version) -> Markup {
        let prefix = version == .soap11 ? "soap" : "soap12"
        let transport = Markup(
            "\(prefix):binding",
            ["transport": "http://schemas.xmlsoap.org/soap/http", "style": "document"]
        )
        let body = Markup("\(prefix):body", ["use": "literal"])
        let fault = Markup("\(prefix):fault", ["name": Self.fault, "use": "literal"])
        let operations = operations.map { operation in
            Markup(
                "wsdl:operation",
                ["name": operation.name],
                [
                    Markup(
                        "\(prefix):operation",
                        ["soapAction": operation.action, "style": "document"]
                    ),
                    Markup("wsdl:input", [:], [body]),
                    Markup("wsdl:output", [:], [body]),
                    Markup("wsdl:fault", ["name": Self.fault], [fault]),
                ]
            )
        }
        return Markup(
            "wsdl:binding",
            ["name": bindingName(version), "type": "tns:\(portType)"],
            [transport] + operations
        )
    }

    private func bindingName(_ version: SOAP.Version) -> String {
        version == .soap11 ? portType : portType + "12"
    }

    private func service(at address: String) -> Markup {
        var service = Markup("wsdl:service", ["name": description.name])
        for version in SOAP.Version.allCases {
            let prefix = version == .soap11 ? "soap" : "soap12"
            let name = bindingName(version)
            let location = Markup("\(prefix):address", ["location": address])
            service.add(
                Markup("wsdl:port", ["name": name, "binding": "tns:\(name)"], [location])
            )
        }
        for verb in PlainVerb.allCases where !plainOperations.isEmpty {
            let name = verb.name(of: description)
            let location = Markup("http:address", ["location": address])
            service.add(
                Markup("wsdl:port", ["name": name, "binding": "tns:\(name)"], [location])
            )
        }
        return service
    }

    // MARK: - Problems

    /// The schema of the details of faults (RFC 9457 appendix B).
    private static let problemSchema: Markup = {
        let text = Schema.string()
        let error = Schema(
            .object(
                ["pointer", "parameter", "header"].map { .init($0, text, isRequired: false) }
                    + ["code", "detail"].map { .init($0, text, isRequired: true) }
            )
        )
        let errors = Schema(.object([.init("i", Schema(.array(error)), isRequired: true)]))
        let members: [Schema.Property] = [
            .init("type", text, isRequired: false), .init("title", text, isRequired: false),
            .init("status", .integer(format: "int32"), isRequired: false),
            .init("detail", text, isRequired: false), .init("instance", text, isRequired: false),
            .init("errors", errors, isRequired: false),
        ]
        return Markup(
            "xs:schema",
            ["elementFormDefault": "qualified", "targetNamespace": ProblemDetails.namespace],
            [XMLSchemaWriter(SchemaLibrary()).element("problem", members)]
        )
    }()
}
