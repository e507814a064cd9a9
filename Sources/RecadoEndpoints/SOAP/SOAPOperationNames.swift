// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The names of an operation's elements, made from the name of its endpoint: `rent-film` becomes
/// `RentFilm`.
package final class SOAPOperationNames: Sendable {
    /// The operation, and the element that calls it.
    package let call: String
    /// The element that answers it.
    package let response: String
    /// The child of the answer.
    package let result: String

    private init(_ endpoint: String) {
        call = Self.pascalCase(endpoint)
        response = call + "Response"
        result = call + "Result"
    }

    /// The names for an endpoint; kept, for each call asks.
    package static func of(_ endpoint: any Endpoint.Type) -> SOAPOperationNames {
        let identity = ObjectIdentifier(endpoint)
        if let known = known.withLock({ $0[identity] }) { return known }
        let names = SOAPOperationNames(endpoint.name)
        known.withLock { $0[identity] = names }
        return names
    }

    private static let known = Mutex<[ObjectIdentifier: SOAPOperationNames]>([:])

    static func pascalCase(_ name: String) -> String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
