// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension Service {
    /// Publishes the endpoints as operations of SOAP 1.1 and 1.2.
    ///
    /// ```swift
    /// service.publishSOAP(at: "/soap", namespace: "urn:example:videoclub")
    /// ```
    ///
    /// - Parameters:
    ///   - path: The address below the service's prefix.
    ///   - namespace: The namespace of the operations and their types.
    ///   - configure: Changes the options of the binding before it is published.
    public mutating func publishSOAP(
        at path: String,
        namespace: String,
        configure: (inout SOAP.Binding) -> Void = { _ in }
    ) {
        var binding = SOAP.Binding(at: path, namespace: namespace)
        configure(&binding)
        publishSOAP(binding)
    }

    /// Publishes the endpoints as operations of SOAP 1.1 and 1.2.
    ///
    /// - Parameter binding: The address and the names; the bindings of ``API/soap`` are
    ///   published automatically.
    public mutating func publishSOAP(_ binding: SOAP.Binding) {
        api.soap.append(binding)
    }
}

extension API {
    /// Finds errors that would occur when a client reads the description or calls an operation.
    func checkSOAP() -> [Service.Finding] {
        soap.flatMap { binding -> [Service.Finding] in
            let place = "SOAP at \(binding.path)"
            return messages(about: binding).map { Service.Finding(endpoint: place, message: $0) }
        }
    }

    private func messages(about binding: SOAP.Binding) -> [String] {
        var messages: [String] = []
        if !binding.path.hasPrefix("/") || binding.path.count < 2 {
            messages.append("its address must begin with “/” and a name")
        }
        if binding.namespace.isEmpty { messages.append("it has no namespace") }
        guard let description = try? SOAPDescription(of: self, binding) else { return messages }
        if !XML.isElementName(description.name) {
            messages.append("“\(description.name)” cannot be the name of a service in XML")
        }
        if description.operations.isEmpty { messages.append("it has no operations") }
        var names: Set<String> = []
        for operation in description.operations {
            if !XML.isElementName(operation.name) {
                messages.append("“\(operation.name)” cannot be the name of an element")
            }
            if !names.insert(operation.name).inserted {
                messages.append("two of its operations are called \(operation.name)")
            }
        }
        return messages + XMLSchemaWriter(description.library).findings(description)
    }
}
