// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The HTTP method of calls without SOAP (WSDL 1.1 §4).
package enum PlainVerb: String, CaseIterable, Sendable {
    case get = "GET"
    case post = "POST"

    /// Returns the name of the port for this method.
    func name(of description: SOAPDescription) -> String {
        description.name + (self == .get ? "HttpGet" : "HttpPost")
    }
}

extension WSDLWriter {
    /// The operations that can be called without SOAP.
    var plainOperations: [SOAPDescription.Operation] {
        description.operations.filter(\.isPlain)
    }

    /// Returns the messages of calls without SOAP: a part for each input, and a part for the
    /// answer.
    func plainMessages(_ verb: PlainVerb) -> [Markup] {
        let writer = XMLSchemaWriter(description.library)
        return plainOperations.flatMap { operation in
            let inputs = operation.inputs.map { input in
                Markup(
                    "wsdl:part",
                    ["name": input.name, "type": writer.plainTypeName(input.schema)]
                )
            }
            let answer = Markup(
                "wsdl:part",
                // Nothing is known of an embedded document, not even its name.
                [
                    "name": "Body",
                    "element": operation.embedsDocument ? nil : "tns:\(operation.response)",
                    "type": operation.embedsDocument ? "xs:anyType" : nil,
                ]
            )
            let name = Self.messageName(operation, verb)
            return [
                Markup("wsdl:message", ["name": "\(name)In"], inputs),
                Markup("wsdl:message", ["name": "\(name)Out"], [answer]),
            ]
        }
    }

    private static func messageName(
        _ operation: SOAPDescription.Operation,
        _ verb: PlainVerb
    ) -> String {
        operation.name + (verb == .get ? "HttpGet" : "HttpPost")
    }

    /// Returns the port type of calls without SOAP; empty if no operation allows them.
    func plainPortType(_ verb: PlainVerb) -> [Markup] {
        if plainOperations.isEmpty { return [] }
        let operations = plainOperations.map { operation in
            let name = Self.messageName(operation, verb)
            return Markup(
                "wsdl:operation",
                ["name": operation.name],
                [
                    Markup("wsdl:input", ["message": "tns:\(name)In"]),
                    Markup("wsdl:output", ["message": "tns:\(name)Out"]),
                ]
            )
        }
        return [Markup("wsdl:portType", ["name": verb.name(of: description)], operations)]
    }

    /// Returns the binding of calls without SOAP; empty if no operation allows them.
    func plainBinding(_ verb: PlainVerb) -> [Markup] {
        if plainOperations.isEmpty { return [] }
        let input =
            verb == .get
            ? Markup("http:urlEncoded")
            : Markup("mime:content", ["type": "application/x-www-form-urlencoded"])
        let operations = plainOperations.map { operation in
            Markup(
                "wsdl:operation",
                ["name": operation.name],
                [
                    Markup("http:operation", ["location": "/\(operation.name)"]),
                    Markup("wsdl:input", [:], [input]),
                    Markup("wsdl:output", [:], [Self.content(of: operation)]),
                ]
            )
        }
        let name = verb.name(of: description)
        return [
            Markup(
                "wsdl:binding",
                ["name": name, "type": "tns:\(name)"],
                [Markup("http:binding", ["verb": verb.rawValue])] + operations
            )
        ]
    }
}

extension WSDLWriter {
    fileprivate static func content(of operation: SOAPDescription.Operation) -> Markup {
        operation.embedsDocument
            ? Markup("mime:content", ["part": "Body", "type": "text/xml"])
            : Markup("mime:mimeXml", ["part": "Body"])
    }
}

extension XMLSchemaWriter {
    /// Returns the name of a simple type; the server checks restrictions that no built-in type
    /// expresses.
    fileprivate func plainTypeName(_ schema: Schema) -> String {
        simpleTypeName(library.resolve(schema)) ?? "xs:string"
    }
}
