// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The WSDL 1.1 description of a SOAP address, with the XML Schema of its messages.
///
/// The description follows the WS-I Basic Profile 1.1 and the expectations of client
/// generators: document/literal, with one part named `parameters` in each message, which refers to
/// an element. It contains the bindings of both SOAP 1.1 and SOAP 1.2.
public struct WSDL: Sendable {
    private let head: String
    private let tail: String

    /// A placeholder for the address, which depends on the request; no namespace can contain it.
    private static let mark = "\u{FFFC}"

    /// Creates the description of a SOAP address of a service.
    ///
    /// - Parameters:
    ///   - api: The declaration of the service.
    ///   - binding: One of ``API/soap``.
    /// - Throws: `UndescribedType` when the schema of a type cannot be found.
    public init(_ api: API, _ binding: SOAP.Binding) throws(UndescribedType) {
        self.init(try SOAPDescription(of: api, binding))
    }

    package init(_ description: SOAPDescription) {
        let text = WSDLWriter(description).definitions(at: Self.mark).document
        let parts = text.split(separator: Self.mark, omittingEmptySubsequences: false)
        head = parts.first.map(String.init) ?? text
        // The address occurs several times, once for each port.
        tail = parts.dropFirst().joined(separator: Self.mark)
    }

    /// Returns the text of the document.
    ///
    /// - Parameter address: The URI at which the operations are called.
    /// - Returns: The text, which ends with a line break.
    public func text(at address: String) -> String {
        let address = Markup.escaped(address)
        return head + address + tail.replacing(Self.mark, with: address)
    }
}
