// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An operation of a SOAP service that others have built.
///
/// ```swift
/// /// Finds the country of an address.
/// struct FindCountry: SOAPOperation {
///     static let namespace = "http://www.ecubicle.net/webservices/"
///     static let result: String? = "FindCountryResult"
///     typealias Output = String
///     var ipAddress: String
///     enum CodingKeys: String, CodingKey { case ipAddress = "V4IPAddress" }
/// }
/// ```
///
/// The properties are the children of the element that calls the operation.
/// `recado describe swift --wsdl` writes such declarations. Services that are served by an
/// ``Endpoint`` are called by that one.
public protocol SOAPOperation: Encodable, Sendable {
    /// The type of the answer, read from the child that ``result`` names, or else the whole
    /// element.
    associatedtype Output: Decodable & Sendable
    /// The type that faults are read as; none by default, so that all are plain ``SOAP/Fault``s.
    associatedtype Failure: SOAPFailure = Never

    /// The name of the element that calls the operation; the type's name by default.
    static var element: String { get }
    /// The namespace of that element.
    static var namespace: String { get }
    /// The action of calls: the namespace and the element by default.
    static var action: String { get }
    /// The child of the answer that is the output; `nil`, the default, for all of the answer.
    static var result: String? { get }
    /// Whether the element's children are in its namespace
    /// (`elementFormDefault`); they are by default.
    static var isQualified: Bool { get }
    /// The namespaces that prefixes in coding keys stand for; none by default.
    static var prefixes: [String: String] { get }
}

extension SOAPOperation {
    /// The type's name.
    public static var element: String { "\(Self.self)" }
    /// The namespace and the element.
    public static var action: String {
        SOAPBinding(at: "/", namespace: namespace).action(of: element)
    }
    /// All of the answer.
    public static var result: String? { nil }
    /// They are in its namespace.
    public static var isQualified: Bool { true }
    /// None.
    public static var prefixes: [String: String] { [:] }
}

/// A failure that a SOAP service tells by a fault.
public protocol SOAPFailure: Error, Sendable {
    /// Recognises a failure in a fault; `nil` for others.
    ///
    /// - Parameter fault: The fault that the service answered with.
    init?(_ fault: SOAP.Fault)
}

extension Never: SOAPFailure {
    /// Recognises nothing.
    public init?(_ fault: SOAP.Fault) { nil }
}
