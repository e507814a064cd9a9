// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The operations of a SOAP address, derived from the declarations of the endpoints.
package struct SOAPDescription: Sendable {
    /// An operation of the SOAP address.
    package struct Operation: Sendable {
        /// The names of the operation's elements.
        package let names: SOAPOperationNames
        /// The SOAP action of calls.
        package let action: String
        /// The children of the element that calls the operation, in order.
        package let inputs: [Schema.Property]
        /// The schema of the result; `nil` for none.
        package let output: Schema?
        /// True if the result is an embedded document.
        package let embedsDocument: Bool
        /// The description of the operation.
        package let about: About
        /// The failures that the operation declares.
        package let failures: [ProblemDetails]
        /// True if callers have to authenticate.
        package let needsCaller: Bool
        /// The maximum size of a message in bytes.
        package let contentLimit: Int
        /// True if the operation can be called by a query or a form.
        package var isPlain = false

        /// The name of the operation and of the element that calls it.
        package var name: String { names.call }
        /// The name of the element that answers a call.
        package var response: String { names.response }
        /// The name of the child that contains the result.
        package var result: String { names.result }
    }

    package let binding: SOAP.Binding
    /// The name of the service.
    package let name: String
    package let api: API
    package private(set) var operations: [Operation] = []
    package let library: SchemaLibrary
    /// The endpoints that are not operations, with the reasons.
    package private(set) var omitted: [(endpoint: String, reason: String)] = []

    /// Creates the description of the operations.
    ///
    /// - Throws: `UndescribedType` when the schema of a type cannot be found.
    package init(of api: API, _ binding: SOAP.Binding) throws(UndescribedType) {
        self.api = api
        self.binding = binding
        name = binding.serviceName(of: api)
        let recorder = SchemaRecorder()
        var operations: [Operation] = []
        var omitted: [(endpoint: String, reason: String)] = []
        do {
            for endpoint in api.endpoints where binding.includes(endpoint) {
                if let reason = Self.reasonToOmit(endpoint) {
                    omitted.append((SOAPOperationNames.of(endpoint).call, reason))
                    continue
                }
                operations.append(try Self.describe(endpoint, in: api, binding, recorder))
            }
        } catch {
            throw UndescribedType(reason: "\(error)")
        }
        library = recorder.library
        self.operations = operations
        self.omitted = omitted
        for index in operations.indices { self.operations[index].isPlain = isPlain(index) }
    }

    /// Returns the reason that an endpoint cannot be an operation; `nil` if it can.
    package static func reasonToOmit<E: Endpoint>(_ endpoint: E.Type) -> String? {
        if E.Output.self is any WebSocketOutput.Type { return "it is a WebSocket" }
        if E.Output.self is any StreamedOutput.Type { return "its answer is a stream" }
        if E.preconditions == .required {
            return "it must be told which state of a resource is meant"
        }
        let plan = try? EndpointLayout(of: endpoint, with: SchemaRecorder())
        if plan?.content?.streamed != nil { return "its content is a stream" }
        return nil
    }

    private static func describe<E: Endpoint>(
        _ endpoint: E.Type,
        in api: API,
        _ binding: SOAP.Binding,
        _ recorder: SchemaRecorder
    ) throws -> Operation {
        let plan = try EndpointLayout(of: endpoint, with: recorder)
        let names = SOAPOperationNames.of(endpoint)
        return Operation(
            names: names,
            action: binding.action(of: names.call),
            inputs: plan.members,
            output: plan.output,
            embedsDocument: binding.embeds(endpoint),
            about: E.about,
            failures: E.problems(plan, in: api).declared,
            needsCaller: E.Caller.self != Anyone.self,
            contentLimit: E.contentLimit
        )
    }

    private func isPlain(_ index: Int) -> Bool {
        guard binding.answersPlainRequests else { return false }
        return operations[index].inputs.allSatisfy { input in
            switch library.resolve(input.schema).kind {
            case .boolean, .integer, .number, .string: true
            case .array(let element): library.resolve(element).isPlain
            default: false
            }
        }
    }
}

extension Schema {
    /// True if values of the schema are single texts.
    package var isPlain: Bool {
        switch kind {
        case .boolean, .integer, .number, .string: true
        default: false
        }
    }
}

extension EndpointLayout {
    /// The inputs as members of one value, under their properties' names.
    package var members: [Schema.Property] {
        inputs.map { Schema.Property($0.property, $0.schema, isRequired: $0.isRequired) }
    }
}
