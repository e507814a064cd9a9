// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding

extension SOAP {
    /// The address and the names under which a service answers SOAP, in addition to other requests.
    ///
    /// ```swift
    /// var api = API(name: "videoclub", …)
    /// api.soap = [SOAP.Binding(at: "/soap", namespace: "urn:example:videoclub")]
    /// ```
    ///
    /// Every endpoint is an operation: a call of `RentFilm` is an element `RentFilm` with a child
    /// for each input, in the order of the declaration, and its answer is `RentFilmResponse` with
    /// `RentFilmResult`. Clients find the WSDL description at the same address with the query
    /// `?wsdl`.
    public struct Binding: Sendable {
        /// The address below the service's prefix, such as `/soap`.
        public let path: String
        /// The namespace of the operations and their types.
        public let namespace: String
        /// The name of the service in its WSDL description, such as `Videoclub`; derived from the
        /// API's name by default.
        public var name: String?
        /// True if operations are also answered at `/soap/RentFilm?id=7`, provided that all their
        /// inputs are texts, numbers, Booleans or lists of these; `false` by default.
        ///
        /// Such operations are called by GET or by a form, as in the HTTP bindings of WSDL 1.1 §4,
        /// and answered in XML.
        public var answersPlainRequests = false

        private var selected: Set<ObjectIdentifier>?
        private var embedded: Set<ObjectIdentifier> = []

        /// Creates a binding of every endpoint of a service.
        ///
        /// - Parameters:
        ///   - path: The address below the service's prefix, which begins with a slash.
        ///   - namespace: The namespace of the operations and their types, a URI.
        public init(at path: String, namespace: String) {
            self.path = path
            self.namespace = namespace
        }

        /// Binds only some of the endpoints.
        ///
        /// - Parameter endpoints: The endpoints that become operations.
        public mutating func select(_ endpoints: any Endpoint.Type...) {
            selected = Set(endpoints.map { ObjectIdentifier($0) })
        }

        /// Embeds the XML document that an endpoint answers with, unchanged, in its SOAP result.
        ///
        /// The WSDL description then declares the result as arbitrary XML.
        ///
        /// - Parameter endpoint: An endpoint that has XML among its formats.
        public mutating func embedDocument<E: Endpoint>(of endpoint: E.Type) {
            embedded.insert(ObjectIdentifier(endpoint))
        }

        /// True if an endpoint is an operation.
        package func includes(_ endpoint: any Endpoint.Type) -> Bool {
            selected?.contains(ObjectIdentifier(endpoint)) ?? true
        }

        /// True if the result of an endpoint is an embedded document.
        package func embeds(_ endpoint: any Endpoint.Type) -> Bool {
            embedded.contains(ObjectIdentifier(endpoint))
        }

        /// Returns the name of the service in its description.
        package func serviceName(of api: API) -> String {
            name ?? SOAPOperationNames.pascalCase(api.name)
        }

        /// Returns the name of an element in the binding's namespace.
        package func elementName(_ local: String) -> Document.Name {
            Document.Name(local: local, namespace: namespace)
        }

        /// Returns the SOAP action for calls of an operation.
        package func action(of operation: String) -> String {
            let isOpen = namespace.last.map { "/#:".contains($0) } ?? true
            return namespace + (isOpen ? "" : "/") + operation
        }
    }
}
