// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SOAP {
    /// An operation of a third-party SOAP service.
    ///
    /// ```swift
    /// /// Finds the country of an address.
    /// struct FindCountry: SOAP.Operation {
    ///     static let namespace = "http://www.ecubicle.net/webservices/"
    ///     static let result: String? = "FindCountryResult"
    ///     typealias Output = String
    ///     var ipAddress: String
    ///     enum CodingKeys: String, CodingKey { case ipAddress = "V4IPAddress" }
    /// }
    /// ```
    ///
    /// The properties are the children of the element that calls the operation.
    /// `recado describe swift --wsdl` generates such declarations. To call a service that serves an
    /// ``Endpoint``, use the endpoint instead.
    public protocol Operation: Encodable, Sendable {
        /// The type of the answer, read from the child named by ``result``, or else from the
        /// whole element.
        associatedtype Output: Decodable & Sendable
        /// The type that faults are converted to; none by default, so that every fault is a
        /// plain ``SOAP/Fault``.
        associatedtype Failure: SOAP.Failure = Never

        /// The name of the element that calls the operation; the type's name by default.
        static var element: String { get }
        /// The namespace of that element.
        static var namespace: String { get }
        /// The SOAP action of calls: the namespace and the element by default.
        static var action: String { get }
        /// The child of the answer that is the output; `nil`, the default, for the whole answer.
        static var result: String? { get }
        /// True if the element's children are in its namespace (`elementFormDefault`); `true`
        /// by default.
        static var isQualified: Bool { get }
        /// The namespaces of the prefixes in coding keys; none by default.
        static var prefixes: [String: String] { get }
    }
}

extension SOAP.Operation {
    /// The type's name.
    public static var element: String { "\(Self.self)" }
    /// The namespace and the element.
    public static var action: String {
        SOAP.Binding(at: "/", namespace: namespace).action(of: element)
    }
    /// `nil`: the whole answer.
    public static var result: String? { nil }
    /// `true`: the children are in the element's namespace.
    public static var isQualified: Bool { true }
    /// No prefixes.
    public static var prefixes: [String: String] { [:] }
}

extension SOAP {
    /// A failure that a SOAP service reports by a fault.
    public protocol Failure: Error, Sendable {
        /// Recognizes a failure in a fault; the result is `nil` for any other fault.
        ///
        /// - Parameter fault: The fault that the service answered with.
        init?(_ fault: SOAP.Fault)
    }
}

extension Never: SOAP.Failure {
    /// Returns `nil`, because no failure is declared.
    public init?(_ fault: SOAP.Fault) { nil }
}
