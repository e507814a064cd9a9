// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoEndpoints
import RecadoHTTP

/// A client of a SOAP service, with all features of its ``Client``: credentials, retries, limits,
/// logs.
///
/// ```swift
/// let soap = client.soap(at: "/soap", namespace: "urn:example:videoclub")
/// let film = try await soap.send(RentFilm(id: 7))        // the endpoint's own declaration
/// ```
///
/// The operations of other services are declared as a `SOAP.Operation`:
///
/// ```swift
/// let country = try await soap.send(FindCountry(ipAddress: "138.4.0.1"))
/// ```
public struct SOAPClient: Sendable {
    /// The SOAP version of the calls; 1.1 by default, which every service supports.
    public var version = SOAP.Version.soap11
    /// The SOAP header blocks that are sent with every call; none by default.
    public var headers: [SOAP.Header] = []

    let client: Client
    let binding: SOAP.Binding

    init(_ client: Client, _ binding: SOAP.Binding) {
        self.client = client
        self.binding = binding
    }

    /// Calls a declared endpoint as a SOAP operation.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs.
    ///   - options: The options of this call.
    /// - Returns: The server's answer.
    /// - Throws: An error that holds the declared failure, if the service answered with it, and
    ///   everything that is known about the call.
    @discardableResult
    public func send<E: Endpoint>(
        _ endpoint: E,
        with options: CallOptions = CallOptions()
    ) async throws(CallError<E.Failure>) -> E.Output {
        let names = SOAPOperationNames.of(E.self)
        let exchange = SOAPExchange<E.Failure>(self, options) { fault in
            fault.problem.flatMap { E.Failure($0) }
        }
        let answer = try await exchange.call(
            action: binding.action(of: names.call),
            isProtected: E.Caller.self != Anyone.self
        ) { () throws(CodingError) in
            try SOAPPayload.element(binding.elementName(names.call), of: endpoint)
        }
        return try exchange.read(answer) { element throws(CodingError) in
            if let nothing = NoContent() as? E.Output { return nothing }
            guard let element, element.name.local == names.response else {
                throw Self.unexpected(element, names.response)
            }
            return try Self.output(of: E.self, names.result, binding, in: element.value)
        }
    }

    private static func output<E: Endpoint>(
        of endpoint: E.Type,
        _ result: String,
        _ binding: SOAP.Binding,
        in element: Document.Cursor
    ) throws(CodingError) -> E.Output {
        guard binding.embeds(endpoint) else {
            return try SOAPPayload.value(of: result, in: element)
        }
        guard let root = element.member(result)?.childElements.first?.value else {
            throw CodingError(.keyNotFound, "\(result) holds no document")
        }
        let format = E.formats.first { $0 == .xml } ?? .xml
        return try format.decode(E.Output.self, at: root)
    }

    /// Calls an operation of a service that is not built with Recado.
    ///
    /// - Parameters:
    ///   - operation: The operation with its inputs.
    ///   - options: The options of this call.
    /// - Returns: The server's answer.
    /// - Throws: An error that holds the failure, if the operation recognizes it, and everything
    ///   that is known about the call.
    @discardableResult
    public func send<Operation: SOAP.Operation>(
        _ operation: Operation,
        with options: CallOptions = CallOptions()
    ) async throws(CallError<Operation.Failure>) -> Operation.Output {
        let exchange = SOAPExchange<Operation.Failure>(self, options) { Operation.Failure($0) }
        let answer = try await exchange.call(action: Operation.action, isProtected: true) {
            () throws(CodingError) in
            try SOAPPayload.element(calling: operation)
        }
        return try exchange.read(answer) { element throws(CodingError) in
            if let nothing = NoContent() as? Operation.Output { return nothing }
            guard let element else { throw Self.unexpected(nil, "an element") }
            if let result = Operation.result {
                return try SOAPPayload.value(of: result, in: element.value)
            }
            return try element.value.decode(Operation.Output.self, XML().choices)
        }
    }

    private static func unexpected(
        _ found: SOAPEnvelope.Element?,
        _ expected: String
    ) -> CodingError {
        let found = found.map { "\($0.name)" } ?? "nothing"
        return CodingError(.typeMismatch, "expected \(expected) in the Body, found \(found)")
    }
}

extension Client {
    /// Returns a SOAP client for an address below the base.
    ///
    /// - Parameter binding: The address and the names of the service's operations.
    /// - Returns: The SOAP client.
    public func soap(_ binding: SOAP.Binding) -> SOAPClient { SOAPClient(self, binding) }

    /// Returns a SOAP client for an address below the base.
    ///
    /// - Parameters:
    ///   - path: The path below the base, as in quick calls; the base itself by default.
    ///   - namespace: The XML namespace for endpoints that are called as operations; a
    ///     `SOAP.Operation` has its own namespace.
    /// - Returns: The SOAP client.
    public func soap(at path: String = "", namespace: String = "") -> SOAPClient {
        SOAPClient(self, SOAP.Binding(at: path, namespace: namespace))
    }
}

extension AnyCallError {
    /// The fault that a SOAP service answered with; `nil` for any other error.
    public var fault: SOAP.Fault? { serviceError as? SOAP.Fault }
}
