// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// A service as published at its SOAP address: its operations with their endpoints' pipelines, and
/// its WSDL.
final class SOAPPublication: Sendable {
    /// An operation and its handler.
    struct Target: Sendable {
        let operation: SOAPDescription.Operation
        /// The pipeline, which also answers the endpoint's own route.
        let pipeline: any EndpointHandler
    }

    let description: SOAPDescription
    /// The greatest size of a message in bytes: the largest limit of the operations.
    let contentLimit: Int
    private let targets: [String: Target]

    init(
        of api: API,
        _ binding: SOAP.Binding,
        over pipelines: [String: any EndpointHandler]
    ) throws(UndescribedType) {
        description = try SOAPDescription(of: api, binding)
        var targets: [String: Target] = [:]
        for operation in description.operations {
            guard let pipeline = pipelines[operation.name] else { continue }
            targets[operation.name] = Target(operation: operation, pipeline: pipeline)
        }
        self.targets = targets
        contentLimit = description.operations.map(\.contentLimit).max() ?? 0
    }

    func target(named name: Document.Name) -> Target? {
        // A dictionary would hash text from a client, which may take time quadratic in its length.
        guard name.namespace.hasSameBytes(as: description.binding.namespace) else { return nil }
        return targets.first { $0.key.hasSameBytes(as: name.local) }?.value
    }

    func target(doing action: String) -> Target? {
        targets.values.first { $0.operation.action.hasSameBytes(as: action) }
    }

    /// The names of the elements that call operations, for people to read.
    var elementNames: String {
        let names = description.operations.map(\.name)
        let shown = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
        return "\(shown) in the namespace \(description.binding.namespace)"
    }

    /// The handlers of the SOAP routes, with routes relative to the service's prefix.
    var handlers: [(route: Route, handler: any EndpointHandler)] {
        let path = description.binding.path
        let template = description.api.prefix + path
        var handlers: [(route: Route, handler: any EndpointHandler)] = [
            (Route("POST \(path)"), SOAPHandler(template: template, publication: self)),
            (Route("GET \(path)"), SOAPPageHandler(template: template, description)),
        ]
        for target in targets.values where target.operation.isPlain {
            let handler = PlainCallHandler(
                template: "\(template)/\(target.operation.name)",
                target: target,
                namespace: description.binding.namespace
            )
            for verb in PlainVerb.allCases {
                let route = Route("\(verb.rawValue) \(path)/\(target.operation.name)")
                handlers.append((route, handler))
            }
        }
        return handlers
    }
}
